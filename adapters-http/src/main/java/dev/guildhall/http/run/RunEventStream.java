package dev.guildhall.http.run;

import dev.guildhall.http.EventStream;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.error.CodedErrorJson;
import dev.guildhall.http.json.Json;
import dev.guildhall.http.json.SseWriter;
import dev.guildhall.ports.run.NumberedEvent;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.Runs;

/** Sends the events of a run as server-sent events (contract 7). Thread-safe. */
final class RunEventStream {
    private static final EventStream STREAM =
            new EventStream("run", problem -> CodedErrorJson.of(new RunErrors().of(problem)));

    private final Runs runs;
    private final String address;

    RunEventStream(Runs runs, String address) {
        this.runs = runs;
        this.address = address;
    }

    void tell(Exchange exchange) {
        RunId id = RunIdentifiers.run(exchange);
        FileAddresses files = FileAddresses.of(address, id);
        STREAM.answer(
                exchange,
                () -> runs.find(exchange.caller(), id).run().state().status().isFinal(),
                (out, after) -> runs.watch(exchange.caller(), id, after, event -> send(out, event, files)));
    }

    private static void send(SseWriter out, NumberedEvent event, FileAddresses files) {
        RunEventJson json = RunEventJson.of(event.event(), files);
        out.event(json.event(), Integer.toString(event.number()), Json.text(json.data()));
    }
}
