package dev.guildhall.llm.wire;

import dev.guildhall.ports.completion.ChunkSink;

/**
 * The waits of one streamed answer: before each one its sink settles, and each one has a bound. What the sink takes does
 * not count, so that a slow reader does not make the provider look idle. For one thread.
 */
final class StreamWaits {
    private final CallProgress progress;
    private final ProviderTimeouts timeouts;
    private final ChunkSink sink;
    private long waitedNanos;

    StreamWaits(CallProgress progress, ProviderTimeouts timeouts, ChunkSink sink) {
        this.progress = progress;
        this.timeouts = timeouts;
        this.sink = sink;
    }

    /** Before a wait: how long it may take, in nanoseconds. */
    long begin() {
        sink.settle();
        return progress.hasToken()
                ? timeouts.idle().toNanos() - waitedNanos
                : timeouts.firstToken().toNanos() - (System.nanoTime() - progress.sentNanos());
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
