package dev.guildhall.http.run;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.http.run.ScreenshotJson.ApprovedJson;
import dev.guildhall.http.run.ScreenshotJson.RefusedJson;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Screenshots of runs and their approval over HTTP (runs-14 to runs-18). */
public final class ScreenshotRoutes {
    private static final int MOST_NAMES = 1_000;

    private static final RequestReader<List<Runs.ScreenshotName>> NAMES = RequestReader.list(
            RequestReader.text(name -> new Runs.ScreenshotName(name, Optional.empty(), Optional.empty())), MOST_NAMES);
    private static final RequestReader<List<Runs.ScreenshotName>> SCREENSHOTS =
            RequestReader.list(RequestReader.object(ScreenshotRoutes::screenshot), MOST_NAMES);
    private static final RunErrors ERRORS = new RunErrors();

    private final Runs runs;
    private final Supplier<String> address;

    /**
     * @param address the public address of the service at this time, without a slash at its end; the addresses of screenshots begin
     *     with it
     */
    public ScreenshotRoutes(Runs runs, Supplier<String> address) {
        this.runs = runs;
        this.address = address;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/runs/{runId}/screenshots", Access.BEARER, this::list),
                Route.put("/runs/{runId}/screenshots/{name}/approve", Access.BEARER, this::approve),
                Route.post("/runs/{runId}/screenshots/approve", Access.BEARER, this::approveMany));
    }

    private void list(Exchange exchange) {
        RunId id = RunReaders.run(exchange);
        FileAddresses files = FileAddresses.of(address.get(), id);
        List<Runs.ListedScreenshot> screenshots = runs.screenshots(exchange.caller(), id);
        exchange.json(200, Json.list("screenshots", screenshots, screenshot -> ScreenshotJson.of(screenshot, files)));
    }

    private void approve(Exchange exchange) {
        RunId id = RunReaders.run(exchange);
        Runs.ScreenshotName screenshot =
                new Runs.ScreenshotName(exchange.path("name"), exchange.query("browser"), exchange.query("file"));
        boolean force = exchange.flag("force");
        exchange.json(200, ApprovedJson.of(id, runs.approve(exchange.caller(), id, screenshot, force)));
    }

    private void approveMany(Exchange exchange) {
        RunId id = RunReaders.run(exchange);
        JsonBody body = exchange.body();
        Supplier<List<Runs.ScreenshotName>> names = body.optional("names", NAMES, List.of());
        Supplier<List<Runs.ScreenshotName>> screenshots = body.optional("screenshots", SCREENSHOTS, List.of());
        Supplier<Boolean> all = body.optional("all", RequestReader.flag(), false);
        Supplier<Boolean> force = body.optional("force", RequestReader.flag(), false);
        body.check();
        Set<Runs.ScreenshotName> named = new LinkedHashSet<>(names.get());
        named.addAll(screenshots.get());
        if (named.isEmpty() != all.get()) {
            throw Refusal.invalid("names", "must have at least 1 item, or screenshots must, or all must be true");
        }
        Optional<Set<Runs.ScreenshotName>> chosen = all.get() ? Optional.empty() : Optional.of(named);
        Runs.Approvals approvals = runs.approveAll(exchange.caller(), id, chosen, force.get());
        List<RefusedJson> failed = new ArrayList<>();
        RunJson.ErrorJson changed = error(new RunProblem.BaselineChanged());
        approvals
                .changed()
                .forEach(one -> failed.add(new RefusedJson(
                        one.name(), one.key().project(), one.key().file(), changed)));
        RunJson.ErrorJson unknown = error(new CommonProblem.NotFound("screenshot"));
        approvals.unknown().forEach(name -> failed.add(new RefusedJson(name, null, null, unknown)));
        exchange.json(
                200,
                new ScreenshotJson.ManyApprovedJson(
                        approvals.approved().stream()
                                .map(one -> ApprovedJson.of(id, one))
                                .toList(),
                        failed));
    }

    private static Runs.ScreenshotName screenshot(JsonBody body) {
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<Optional<String>> browser = body.optional("browser", RequestReader.text());
        Supplier<Optional<String>> file = body.optional("file", RequestReader.text());
        body.check();
        return new Runs.ScreenshotName(name.get(), browser.get(), file.get());
    }

    private static RunJson.ErrorJson error(Problem problem) {
        ErrorResponse answer = ERRORS.of(problem);
        return new RunJson.ErrorJson(answer.code(), answer.message());
    }
}
