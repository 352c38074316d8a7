package dev.guildhall.llm.http;

/**
 * How close together the pieces of one streamed answer come. Those of a torrent are worth a moment's wait, since several
 * go on in one write then; what comes first is never held back, nor is anything at the pace of a reader. For one thread.
 */
final class ChunkPacing {
    private boolean begun;
    private boolean cameBefore;
    private long last;
    private long interval = Long.MAX_VALUE;

    /** The first piece has been handed on. */
    void begin() {
        begun = true;
    }

    /**
     * Bytes have come.
     *
     * @param now in nanoseconds, of a clock that does not go back
     */
    void came(long now) {
        if (cameBefore) {
            interval = now - last;
        }
        cameBefore = true;
        last = now;
    }

    /** Whether the last two came closer together than {@link Limits#BURST_INTERVAL}. */
    boolean isBurst() {
        return begun && interval < Limits.BURST_INTERVAL.toNanos();
    }
}
