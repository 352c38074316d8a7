package dev.guildhall.http.run;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunRequest;
import dev.guildhall.ports.run.Runs;
import java.util.List;
import java.util.Optional;

/** Test runs over HTTP (spec/3, contract 7). Thread-safe. */
public final class RunRoutes {
    private final Runs runs;
    private final String address;
    private final RunEventStream events;

    /**
     * Creates the routes of runs.
     *
     * @param address the public address of the service, without a slash at its end; the addresses of pictures begin
     *     with it
     */
    public RunRoutes(Runs runs, String address) {
        this.runs = runs;
        this.address = address;
        this.events = new RunEventStream(runs, address);
    }

    /** All routes of runs, without those of pictures and files, below the service's base. */
    public List<Route> routes() {
        return List.of(
                Route.post("/runs", Access.BEARER, this::start),
                Route.get("/runs", Access.BEARER, this::list),
                Route.get("/runs/{runId}", Access.BEARER, this::find),
                Route.delete("/runs/{runId}", Access.BEARER, this::cancel),
                Route.post("/runs/{runId}/rerun", Access.BEARER, this::rerun),
                Route.get("/runs/{runId}/events", Access.BEARER, events::tell));
    }

    private void start(Exchange exchange) {
        Optional<IdempotencyKey> key = exchange.idempotencyKey();
        RunRequest request = RunReaders.request(exchange.body());
        answer(exchange, runs.start(exchange.caller(), request, key));
    }

    private void rerun(Exchange exchange) {
        RunId id = RunIdentifiers.run(exchange);
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
                RunJson.PageJson.of(runs.list(exchange.caller(), RunReaders.filter(exchange), exchange.page("run"))));
    }

    private void find(Exchange exchange) {
        answer(exchange, runs.find(exchange.caller(), RunIdentifiers.run(exchange)));
    }

    private void cancel(Exchange exchange) {
        answer(exchange, runs.cancel(exchange.caller(), RunIdentifiers.run(exchange)));
    }

    private void answer(Exchange exchange, Runs.Report report) {
        FileAddresses files = FileAddresses.of(address, report.run().id());
        exchange.json(200, RunJson.of(report, files));
    }
}
