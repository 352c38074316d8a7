package dev.guildhall.llm.http;

import dev.guildhall.ports.completion.ChunkSink;

/**
 * The waits of one streamed response. The sink settles before each wait, and each wait has a timeout. The time that the
 * sink takes does not count, so that a slow reader does not make the provider look idle. For one thread.
 */
final class StreamWaits {
    private final CallProgress progress;
    private final ProviderTimeouts timeouts;
    private final ChunkSink sink;
    private final ChunkPacing pacing = new ChunkPacing();
    private long waitedNanos;
    private long begun;

    StreamWaits(CallProgress progress, ProviderTimeouts timeouts, ChunkSink sink) {
        this.progress = progress;
        this.timeouts = timeouts;
        this.sink = sink;
    }

    /** Called before a wait; the time at which it expires. */
    long begin() {
        sink.settle();
        if (progress.hasToken()) {
            pacing.begin();
        }
        begun = Deadlines.now();
        return progress.hasToken()
                ? begun + timeouts.idle().toNanos() - waitedNanos
                : progress.sent() + timeouts.firstToken().toNanos();
    }

    /** Called after a wait. */
    void end() {
        waitedNanos += Deadlines.now() - begun;
    }

    /** Bytes have been read. */
    void read() {
        pacing.read(Deadlines.now());
    }

    boolean isBurst() {
        return pacing.isBurst();
    }

    /** A part of the answer has arrived: the idle timeout starts again. */
    void restart() {
        waitedNanos = 0;
    }
}
