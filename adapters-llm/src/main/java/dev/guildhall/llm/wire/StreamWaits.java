package dev.guildhall.llm.wire;

import dev.guildhall.ports.completion.ChunkSink;
import java.net.SocketTimeoutException;

/**
 * The waits of one streamed answer: before each one its sink settles, and each one has a bound. What the sink takes does
 * not count, so that a slow reader does not make the provider look idle. For one thread.
 */
final class StreamWaits {
    private static final long NANOS_OF_A_MILLI = 1_000_000;

    private final CallProgress progress;
    private final ProviderTimeouts timeouts;
    private final ChunkSink sink;
    private long waitedNanos;

    StreamWaits(CallProgress progress, ProviderTimeouts timeouts, ChunkSink sink) {
        this.progress = progress;
        this.timeouts = timeouts;
        this.sink = sink;
    }

    /**
     * Before a wait.
     *
     * @return how many milliseconds it may take, 1 or more
     */
    int begin() throws SocketTimeoutException {
        sink.settle();
        long left = progress.hasToken()
                ? timeouts.idle().toNanos() - waitedNanos
                : timeouts.firstToken().toNanos() - (System.nanoTime() - progress.sentNanos());
        if (left <= 0) {
            throw new SocketTimeoutException("waited too long");
        }
        return (int) Math.min(Integer.MAX_VALUE, Math.ceilDiv(left, NANOS_OF_A_MILLI));
    }

    /** Behind a wait. */
    void end(long nanos) {
        waitedNanos += nanos;
    }

    /** Something of the answer has arrived. */
    void again() {
        waitedNanos = 0;
    }
}
