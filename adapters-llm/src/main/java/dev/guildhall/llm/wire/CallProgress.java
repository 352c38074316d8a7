package dev.guildhall.llm.wire;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.time.Duration;
import java.util.Optional;
import okhttp3.Call;
import okhttp3.EventListener;

/**
 * Knows how far a call has come, so that a timeout can say what was waited for. Thread-safe: connections are opened by
 * other threads.
 */
public final class CallProgress extends EventListener {
    /** The call that the running thread makes. */
    private static final ScopedValue<CallProgress> CURRENT = ScopedValue.newInstance();

    private final long startedNanos = System.nanoTime();
    private final Duration total;
    private final Duration connect;
    private volatile long sentNanos = startedNanos;
    private volatile boolean connected;
    private volatile Phase phase = Phase.CONNECT;
    private volatile Optional<StreamWaits> waits = Optional.empty();

    private enum Phase {
        CONNECT("connect"),
        FIRST_TOKEN("first token"),
        IDLE("idle");

        private final String words;

        Phase(String words) {
            this.words = words;
        }
    }

    /**
     * A call that begins now.
     *
     * @param total how long it may take
     * @param connect how long each wait may take before the request is sent
     */
    CallProgress(Duration total, Duration connect) {
        this.total = total;
        this.connect = connect;
    }

    /** Does what belongs to this call. */
    <T, X extends Throwable> T during(ScopedValue.CallableOp<T, X> work) throws X {
        return ScopedValue.where(CURRENT, this).call(work);
    }

    /** The call that the running thread makes; empty when it makes none. */
    static Optional<CallProgress> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    @Override
    public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
        connected = true;
    }

    @Override
    public void requestHeadersStart(Call call) {
        sentNanos = System.nanoTime();
        phase = Phase.FIRST_TOKEN;
    }

    /** Something of the answer has arrived: from now on it is idle when nothing more comes. */
    void tokenArrived() {
        phase = Phase.IDLE;
        waits.ifPresent(StreamWaits::again);
    }

    /** From now on the answer is a stream, whose waits are watched. */
    void watch(StreamWaits stream) {
        waits = Optional.of(stream);
    }

    /** The answer is whole; whatever follows is not waited for. */
    void unwatch() {
        waits = Optional.empty();
    }

    Optional<StreamWaits> waits() {
        return waits;
    }

    /** Whether nothing has been sent yet, so that trying again cannot ask twice. */
    boolean isConnecting() {
        return phase == Phase.CONNECT;
    }

    /** Whether the call made its connection itself, and did not take one that was kept. */
    boolean hasConnected() {
        return connected;
    }

    /** How long a wait may take in which the new connection is made safe; empty when this is not such a wait. */
    Optional<Duration> handshake() {
        return connected && isConnecting() ? Optional.of(connect) : Optional.empty();
    }

    boolean hasToken() {
        return phase == Phase.IDLE;
    }

    /** When the request was sent. */
    long sentNanos() {
        return sentNanos;
    }

    /** What was waited for when a timer ran out. */
    String waitedFor() {
        return System.nanoTime() - startedNanos >= total.toNanos() ? "total" : phase.words;
    }
}
