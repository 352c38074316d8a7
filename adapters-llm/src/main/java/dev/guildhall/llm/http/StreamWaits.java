package dev.guildhall.llm.http;

import dev.guildhall.ports.completion.ChunkSink;

/**
 * The waits of one streamed answer: before each one its sink settles, and each one has a bound. What the sink takes does
 * not count, so that a slow reader does not make the provider look idle. For one thread.
 */
final class StreamWaits {
    private final CallProgress progress;
    private final ProviderTimeouts timeouts;
    private final ChunkSink sink;
    private final ChunkPacing pace = new ChunkPacing();
    private long waitedNanos;
    private long begun;

    StreamWaits(CallProgress progress, ProviderTimeouts timeouts, ChunkSink sink) {
        this.progress = progress;
        this.timeouts = timeouts;
        this.sink = sink;
    }

    /** Before a wait: when it ends at last. */
    long begin() {
        sink.settle();
        if (progress.hasToken()) {
            pace.begin();
        }
        begun = Deadlines.now();
        return progress.hasToken()
                ? begun + timeouts.idle().toNanos() - waitedNanos
                : progress.sent() + timeouts.firstToken().toNanos();
    }

    /** Behind a wait. */
    void end() {
        waitedNanos += Deadlines.now() - begun;
    }

    /** Bytes have been read. */
    void came() {
        pace.came(Deadlines.now());
    }

    /** Whether a moment's wait brings more of the answer. */
    boolean isBurst() {
        return pace.isBurst();
    }

    /** Something of the answer has arrived. */
    void again() {
        waitedNanos = 0;
    }
}
