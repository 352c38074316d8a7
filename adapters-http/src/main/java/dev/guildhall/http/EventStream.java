package dev.guildhall.http;

import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.sse.SseWriter;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Numbered server-sent events of one resource until that resource has ended. A client that connects again names the
 * last event that it has received in {@code Last-Event-ID}.
 */
public final class EventStream {
    private static final String LAST_EVENT_ID = "Last-Event-ID";

    private final String what;
    private final Function<Problem, Object> failure;
    private final Consumer<RequestWatch> begin;

    /**
     * A stream of what happens elsewhere: the server's stop ends it at once.
     *
     * @param what the kind of resource, for example {@code task}
     * @param failure makes the data of the event {@code error}
     */
    public EventStream(String what, Function<Problem, Object> failure) {
        this(what, failure, RequestWatch::beginWait);
    }

    private EventStream(String what, Function<Problem, Object> failure, Consumer<RequestWatch> begin) {
        this.what = what;
        this.failure = failure;
        this.begin = begin;
    }

    /** A stream of an answer that this node may be giving: the server's stop waits for its end. */
    public static EventStream ofAnswer(String what, Function<Problem, Object> failure) {
        return new EventStream(what, failure, RequestWatch::beginAnswer);
    }

    @FunctionalInterface
    public interface Source {
        /**
         * Sends all events after a number, and blocks until there are no more.
         *
         * @param after the number of the last event that the client has received; 0 for none
         */
        void sendTo(SseWriter out, int after);
    }

    /**
     * Sends all events that the client has not received. When the client has received the last one, the status is 204,
     * so that browsers do not connect again.
     *
     * @param hasEnded whether the resource has ended; refuses when it does not exist
     */
    public void answer(Exchange exchange, BooleanSupplier hasEnded, Source source) {
        int seen = exchange.requestHeader(LAST_EVENT_ID).map(this::number).orElse(0);
        boolean ended = hasEnded.getAsBoolean();
        begin.accept(exchange.watch());
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
     * Sends all events after a number. When the caller's session ends after the stream has begun, an event reports it,
     * since the status line was sent already.
     */
    public void send(Exchange exchange, SseWriter out, int seen, Source source) {
        try {
            source.sendTo(out, seen);
        } catch (Refusal refusal) {
            Refusal cause = exchange.watch().causeOf(refusal);
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
