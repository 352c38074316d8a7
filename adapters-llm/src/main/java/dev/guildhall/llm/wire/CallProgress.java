package dev.guildhall.llm.wire;

import java.time.Duration;
import okhttp3.Call;
import okhttp3.EventListener;

/**
 * Knows how far a call has come, so that a timeout can say what was waited for. Thread-safe: connections are opened by
 * other threads.
 */
public final class CallProgress extends EventListener {
    /** What is being waited for. */
    public enum Phase {
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
    public CallProgress(Duration total) {
        this.total = total;
    }

    @Override
    public void requestHeadersStart(Call call) {
        phase = Phase.FIRST_TOKEN;
    }

    /** The first event has arrived. */
    public void tokenArrived() {
        phase = Phase.IDLE;
    }

    /** Whether nothing has been sent yet, so that trying again cannot ask twice. */
    public boolean isConnecting() {
        return phase == Phase.CONNECT;
    }

    public boolean hasToken() {
        return phase == Phase.IDLE;
    }

    public long startedNanos() {
        return startedNanos;
    }

    /** What was waited for when a timer ran out. */
    public String waitedFor() {
        return System.nanoTime() - startedNanos >= total.toNanos() ? "total" : phase.words;
    }
}
