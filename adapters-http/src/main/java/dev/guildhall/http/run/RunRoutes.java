package dev.guildhall.http.run;

import dev.guildhall.http.Access;
import dev.guildhall.http.EventStream;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.error.CodedErrorJson;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.run.NumberedEvent;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunRequest;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.sse.SseWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Test runs over HTTP (runs-1 to runs-13). */
public final class RunRoutes {
    private static final EventStream EVENTS =
            new EventStream("run", problem -> CodedErrorJson.of(new RunErrors().of(problem)));

    private final Runs runs;
    private final Supplier<String> address;

    /**
     * @param address the public address of the service at this time, without a slash at its end; the addresses of screenshots begin
     *     with it
     */
    public RunRoutes(Runs runs, Supplier<String> address) {
        this.runs = runs;
        this.address = address;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/runs", Access.BEARER, this::start),
                Route.get("/runs", Access.BEARER, this::list),
                Route.get("/runs/{runId}", Access.BEARER, this::find),
                Route.delete("/runs/{runId}", Access.BEARER, this::cancel),
                Route.post("/runs/{runId}/rerun", Access.BEARER, this::rerun),
                Route.get("/runs/{runId}/events", Access.BEARER, this::events));
    }

    private void start(Exchange exchange) {
        Optional<IdempotencyKey> key = exchange.idempotencyKey();
        RunRequest request = RunReaders.request(exchange.body());
        answer(exchange, runs.start(exchange.caller(), request, key));
    }

    private void rerun(Exchange exchange) {
        RunId id = RunReaders.run(exchange);
        Optional<IdempotencyKey> key = exchange.idempotencyKey();
        boolean onlyFailed = RunReaders.onlyFailed(exchange.optionalBody());
        answer(exchange, runs.rerun(exchange.caller(), id, onlyFailed, key));
    }

    private static void answer(Exchange exchange, Runs.Started started) {
        if (started.replayed()) {
            exchange.header("Idempotency-Replayed", "true");
        }
        exchange.json(201, RunJson.StartedJson.of(started.run()));
    }

    private void list(Exchange exchange) {
        exchange.json(
                200,
                Json.page(
                        "runs",
                        runs.list(exchange.caller(), RunReaders.filter(exchange), exchange.page("run")),
                        RunJson.ItemJson::of));
    }

    private void find(Exchange exchange) {
        answer(exchange, runs.find(exchange.caller(), RunReaders.run(exchange)));
    }

    private void cancel(Exchange exchange) {
        answer(exchange, runs.cancel(exchange.caller(), RunReaders.run(exchange)));
    }

    private void answer(Exchange exchange, Runs.Report report) {
        FileAddresses files = FileAddresses.of(address.get(), report.run().id());
        exchange.json(200, RunJson.of(report, files));
    }

    private void events(Exchange exchange) {
        RunId id = RunReaders.run(exchange);
        FileAddresses files = FileAddresses.of(address.get(), id);
        EVENTS.answer(
                exchange,
                () -> runs.find(exchange.caller(), id).run().state().status().isFinal(),
                (out, after) -> runs.watch(exchange.caller(), id, after, event -> send(out, event, files)));
    }

    private static void send(SseWriter out, NumberedEvent event, FileAddresses files) {
        RunEventJson json = RunEventJson.of(event.event(), files);
        out.event(json.event(), Integer.toString(event.number()), Json.text(json.data()));
    }
}
