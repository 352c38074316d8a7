package dev.guildhall.wire.http;

/**
 * Measures the interval between the chunks of one streamed response. When they come in a burst, a short wait lets several
 * be written together. The first chunk is never delayed, nor are chunks at the pace at which people read. For one thread.
 */
final class ChunkPacing {
    private boolean begun;
    private boolean hasRead;
    private long last;
    private long interval = Long.MAX_VALUE;

    void begin() {
        begun = true;
    }

    /**
     * Bytes have been read.
     *
     * @param now in nanoseconds, of a monotonic clock
     */
    void read(long now) {
        if (hasRead) {
            interval = now - last;
        }
        hasRead = true;
        last = now;
    }

    /** Whether the interval between the last two reads was less than {@link Limits#BURST_INTERVAL}. */
    boolean isBurst() {
        return begun && interval < Limits.BURST_INTERVAL.toNanos();
    }
}
