package dev.guildhall.http.run;

import dev.guildhall.http.CodedErrorJson;
import dev.guildhall.http.ErrorForm;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Json;
import dev.guildhall.http.SseWriter;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.NumberedEvent;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.Runs;

/** Tells what happens in a run as server-sent events. Thread-safe. */
final class RunEventStream {
    private static final String LAST_EVENT_ID = "Last-Event-ID";
    private static final ErrorForm ERRORS = new RunErrors();

    private final Runs runs;
    private final String address;

    RunEventStream(Runs runs, String address) {
        this.runs = runs;
        this.address = address;
    }

    /**
     * All events that the client has not seen, until the run has ended. When the client has seen the last one, the answer is
     * 204, at which browsers do not connect again.
     */
    void tell(Exchange exchange) {
        RunId id = Identifiers.run(exchange);
        int seen = exchange.requestHeader(LAST_EVENT_ID)
                .map(RunEventStream::number)
                .orElse(0);
        boolean ended = runs.find(exchange.caller(), id).run().state().status().isFinal();
        exchange.beginWait();
        try (SseWriter out = exchange.stream()) {
            if (!ended) {
                out.open();
            }
            watch(exchange, out, id, seen);
            if (!out.isStarted()) {
                exchange.noContent();
            }
        }
    }

    /** The end of the caller's session is sent as an event once the stream has begun: the status line has gone out. */
    private void watch(Exchange exchange, SseWriter out, RunId id, int seen) {
        FileAddresses files = FileAddresses.of(address, id);
        try {
            runs.watch(exchange.caller(), id, seen, event -> send(out, event, files));
        } catch (Refusal refusal) {
            Refusal cause = exchange.causeOf(refusal);
            if (!out.isStarted() || cause == refusal) {
                throw cause;
            }
            out.event("error", Json.text(CodedErrorJson.of(ERRORS.of(cause.problem()))));
        }
    }

    private static void send(SseWriter out, NumberedEvent event, FileAddresses files) {
        RunEventJson json = RunEventJson.of(event.event(), files);
        out.event(json.event(), Integer.toString(event.number()), Json.text(json.data()));
    }

    private static int number(String digits) {
        try {
            int number = Integer.parseInt(digits);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException malformed) {
            throw noNumber();
        }
        throw noNumber();
    }

    private static Refusal noNumber() {
        return Refusal.invalid(LAST_EVENT_ID, "must be the id of an event of this run");
    }
}
