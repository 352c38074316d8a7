package dev.guildhall.llm.wire;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.util.Optional;
import okhttp3.Call;
import okhttp3.EventListener;
import org.jspecify.annotations.Nullable;

/**
 * Knows how far a call has come, so that a timeout can say what was waited for. Thread-safe: connections are opened by
 * other threads.
 */
public final class CallProgress extends EventListener {
    private static final long NANOS_OF_A_MILLI = 1_000_000;

    /** The call that the running thread makes. */
    private static final ScopedValue<CallProgress> CURRENT = ScopedValue.newInstance();

    private final long startedNanos = System.nanoTime();
    private final TimedClient client;
    private volatile long sentNanos = startedNanos;
    private volatile boolean connected;
    private volatile Phase phase = Phase.CONNECT;
    private volatile @Nullable StreamWaits waits;

    private enum Phase {
        CONNECT("connect"),
        FIRST_TOKEN("first token"),
        IDLE("idle");

        private final String words;

        Phase(String words) {
            this.words = words;
        }
    }

    /** A call that begins now. */
    CallProgress(TimedClient client) {
        this.client = client;
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
        StreamWaits stream = waits;
        if (stream != null) {
            stream.again();
        }
    }

    /** From now on the answer is a stream, whose waits are watched. */
    void watch(StreamWaits stream) {
        waits = stream;
    }

    /** The answer is whole; whatever follows is not waited for. */
    void unwatch() {
        waits = null;
    }

    /** Whether the next wait is for the provider; the client tries a connection that was kept by a wait of its own. */
    boolean isWatched() {
        return connected || !isConnecting();
    }

    /** Whether the answer is a stream, which may have several pieces at hand. */
    boolean isStream() {
        return waits != null;
    }

    /** Refuses to go on when the whole has taken too long. */
    void requireTime() throws SocketTimeoutException {
        if (ofWhole() <= 0) {
            throw new SocketTimeoutException("took too long");
        }
    }

    private long ofWhole() {
        return client.total().toNanos() - (System.nanoTime() - startedNanos);
    }

    /**
     * Before a wait for the provider.
     *
     * @return how many milliseconds it may take, 1 or more
     */
    int beginWait() throws SocketTimeoutException {
        long left = Math.min(ofPhase(), ofWhole());
        if (left <= 0) {
            throw new SocketTimeoutException("waited too long");
        }
        return (int) Math.min(Integer.MAX_VALUE, Math.ceilDiv(left, NANOS_OF_A_MILLI));
    }

    private long ofPhase() {
        if (isConnecting()) {
            return client.connect().toNanos();
        }
        StreamWaits stream = waits;
        return stream == null ? client.answer().toNanos() - (System.nanoTime() - sentNanos) : stream.begin();
    }

    /** Behind a wait. */
    void endWait(long nanos) {
        StreamWaits stream = waits;
        if (stream != null) {
            stream.end(nanos);
        }
    }

    /** Whether nothing has been sent yet, so that trying again cannot ask twice. */
    boolean isConnecting() {
        return phase == Phase.CONNECT;
    }

    /** Whether the call made its connection itself, and did not take one that was kept. */
    boolean hasConnected() {
        return connected;
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
        return ofWhole() <= 0 ? "total" : phase.words;
    }
}
