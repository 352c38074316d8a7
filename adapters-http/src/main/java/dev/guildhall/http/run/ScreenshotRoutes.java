package dev.guildhall.http.run;

import dev.guildhall.http.Access;
import dev.guildhall.http.ErrorAnswer;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.JsonBody;
import dev.guildhall.http.JsonReader;
import dev.guildhall.http.Route;
import dev.guildhall.http.run.ScreenshotJson.ApprovedJson;
import dev.guildhall.http.run.ScreenshotJson.RefusedJson;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.run.Screenshot;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Pictures of runs and their approval over HTTP (spec/3, contract 7). Thread-safe. */
public final class ScreenshotRoutes {
    private static final int MOST_NAMES = 1_000;

    private static final JsonReader<List<String>> NAMES = JsonReader.list(JsonReader.text(), MOST_NAMES);
    private static final RunErrors ERRORS = new RunErrors();

    private final Runs runs;
    private final String address;

    /**
     * Routes of pictures.
     *
     * @param address where clients find the service, without a slash at its end; the addresses of pictures begin with it
     */
    public ScreenshotRoutes(Runs runs, String address) {
        this.runs = runs;
        this.address = address;
    }

    /** All routes of pictures, below the service's base. */
    public List<Route> routes() {
        return List.of(
                Route.get("/runs/{runId}/screenshots", Access.BEARER, this::list),
                Route.put("/runs/{runId}/screenshots/{name}/approve", Access.BEARER, this::approve),
                Route.post("/runs/{runId}/screenshots/approve", Access.BEARER, this::approveMany));
    }

    private void list(Exchange exchange) {
        RunId id = Identifiers.run(exchange);
        FileAddresses files = FileAddresses.of(address, id);
        exchange.json(
                200,
                new ScreenshotJson.ListJson(runs.screenshots(exchange.caller(), id).stream()
                        .map(picture -> ScreenshotJson.of(picture, files))
                        .toList()));
    }

    private void approve(Exchange exchange) {
        RunId id = Identifiers.run(exchange);
        Runs.PictureName picture =
                new Runs.PictureName(exchange.path("name"), exchange.query("browser"), exchange.query("file"));
        boolean force = RunReaders.isSet(exchange, "force");
        exchange.json(200, ApprovedJson.of(id, runs.approve(exchange.caller(), id, picture, force)));
    }

    /** Each picture for itself: one that cannot be approved does not keep the others from it. */
    private void approveMany(Exchange exchange) {
        RunId id = Identifiers.run(exchange);
        JsonBody body = exchange.body();
        Supplier<List<String>> names = body.optional("names", NAMES, List.of());
        Supplier<Boolean> all = body.optional("all", JsonReader.flag(), false);
        Supplier<Boolean> force = body.optional("force", JsonReader.flag(), false);
        body.check();
        if (names.get().isEmpty() != all.get()) {
            throw Refusal.invalid("names", "must have at least 1 item, or all must be true; not both");
        }
        requireEnded(exchange, id);
        Set<String> named = new LinkedHashSet<>(names.get());
        List<Screenshot> compared = compared(exchange, id);
        List<ApprovedJson> approved = new ArrayList<>();
        List<RefusedJson> failed = new ArrayList<>();
        Predicate<Screenshot> chosen =
                one -> all.get() ? !one.isPassed() : named.contains(one.key().name());
        for (Screenshot.Key key :
                compared.stream().filter(chosen).map(Screenshot::key).toList()) {
            try {
                approved.add(ApprovedJson.of(id, runs.approve(exchange.caller(), id, named(key), force.get())));
            } catch (Refusal refusal) {
                failed.add(new RefusedJson(key.name(), key.project(), key.file(), error(refusal.problem())));
            }
        }
        compared.forEach(one -> named.remove(one.key().name()));
        named.forEach(
                name -> failed.add(new RefusedJson(name, null, null, error(new CommonProblem.NotFound("screenshot")))));
        exchange.json(200, new ScreenshotJson.ManyApprovedJson(approved, failed));
    }

    private void requireEnded(Exchange exchange, RunId id) {
        if (!runs.find(exchange.caller(), id).run().state().status().isFinal()) {
            throw new Refusal(new RunProblem.RunInProgress());
        }
    }

    private List<Screenshot> compared(Exchange exchange, RunId id) {
        return runs.screenshots(exchange.caller(), id).stream()
                .map(Runs.Picture::screenshot)
                .filter(one -> one.verdict() != Screenshot.Verdict.ATTACHED)
                .toList();
    }

    private static Runs.PictureName named(Screenshot.Key key) {
        return new Runs.PictureName(key.name(), Optional.of(key.project()), Optional.of(key.file()));
    }

    private static RunJson.ErrorJson error(Problem problem) {
        ErrorAnswer answer = ERRORS.of(problem);
        return new RunJson.ErrorJson(answer.code(), answer.message());
    }
}
