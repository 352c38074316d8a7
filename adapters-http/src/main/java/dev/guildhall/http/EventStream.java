package dev.guildhall.http;

import dev.guildhall.http.json.Json;
import dev.guildhall.http.json.SseWriter;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Numbered events of a thing as server-sent events, until the thing has ended. A client that comes again says in
 * {@code Last-Event-ID} which one it has seen last. Thread-safe.
 */
public final class EventStream {
    private static final String LAST_EVENT_ID = "Last-Event-ID";

    private final String what;
    private final Function<Problem, Object> failure;

    /**
     * Streams of one kind of thing.
     *
     * @param what the kind of thing, for example {@code task}
     * @param failure the data of the event {@code error}
     */
    public EventStream(String what, Function<Problem, Object> failure) {
        this.what = what;
        this.failure = failure;
    }

    /** Where events come from. */
    @FunctionalInterface
    public interface Source {
        /**
         * Sends all events behind a number, and blocks until there are no more.
         *
         * @param after the number of the last event that the client has seen; 0 for none
         */
        void sendTo(SseWriter out, int after);
    }

    /**
     * Answers with all events that the client has not seen. When the client has seen the last one, the answer is 204, at which
     * browsers do not connect again.
     *
     * @param hasEnded finds the thing, and refuses when there is none; whether it has ended
     */
    public void answer(Exchange exchange, BooleanSupplier hasEnded, Source source) {
        int seen = exchange.requestHeader(LAST_EVENT_ID).map(this::number).orElse(0);
        boolean ended = hasEnded.getAsBoolean();
        exchange.beginWait();
        try (SseWriter out = exchange.stream()) {
            if (!ended) {
                out.open();
            }
            send(exchange, out, seen, source);
            if (!out.isStarted()) {
                exchange.noContent();
            }
        }
    }

    /**
     * Sends all events behind a number. The end of the caller's session is sent as an event once the stream has begun: the
     * status line has gone out.
     */
    public void send(Exchange exchange, SseWriter out, int seen, Source source) {
        try {
            source.sendTo(out, seen);
        } catch (Refusal refusal) {
            Refusal cause = exchange.causeOf(refusal);
            if (!out.isStarted() || cause == refusal) {
                throw cause;
            }
            out.event("error", Json.text(failure.apply(cause.problem())));
        }
    }

    private int number(String digits) {
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

    private Refusal noNumber() {
        return Refusal.invalid(LAST_EVENT_ID, "must be the id of an event of this " + what);
    }
}
