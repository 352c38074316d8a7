package dev.guildhall.llm.openai;

import java.time.Duration;
import okhttp3.Call;
import okhttp3.EventListener;

/**
 * Knows how far a call has come, so that a timeout can say what was waited for. Thread-safe: connections are opened by
 * other threads.
 */
final class CallProgress extends EventListener {
    /** What is being waited for. */
    enum Phase {
        CONNECT("connect"),
        FIRST_TOKEN("first token"),
        IDLE("idle");

        private final String words;

        Phase(String words) {
            this.words = words;
        }
    }

    private final long startedNanos = System.nanoTime();
    private final Duration total;
    private volatile Phase phase = Phase.CONNECT;

    /**
     * A call that begins now.
     *
     * @param total how long it may take
     */
    CallProgress(Duration total) {
        this.total = total;
    }

    @Override
    public void requestHeadersStart(Call call) {
        phase = Phase.FIRST_TOKEN;
    }

    /** The first event has arrived. */
    void tokenArrived() {
        phase = Phase.IDLE;
    }

    /** Whether nothing has been sent yet, so that trying again cannot ask twice. */
    boolean isConnecting() {
        return phase == Phase.CONNECT;
    }

    boolean hasToken() {
        return phase == Phase.IDLE;
    }

    long startedNanos() {
        return startedNanos;
    }

    /** What was waited for when a timer ran out. */
    String waitedFor() {
        return System.nanoTime() - startedNanos >= total.toNanos() ? "total" : phase.words;
    }
}
