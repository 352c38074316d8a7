package dev.guildhall.core.task;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many tasks a node takes beyond those that it can begin at once: none where tasks take long, since others could begin
 * them meanwhile; enough for a round trip to the store where they are short. Thread-safe.
 */
final class Prefetch {
    private static final long ROUND_TRIP_NANOS = 5_000_000;
    private static final int WEIGHT = 8;

    private final int workers;
    private final int most;
    private final AtomicLong average = new AtomicLong(ROUND_TRIP_NANOS * 2);

    Prefetch(int workers, int most) {
        this.workers = workers;
        this.most = most;
    }

    /** An attempt took so long. */
    void took(long nanos) {
        average.accumulateAndGet(nanos, (known, latest) -> known + (latest - known) / WEIGHT);
    }

    /** Those at hand take longer than any that have ended. */
    void stuck() {
        average.set(ROUND_TRIP_NANOS * 2);
    }

    /** How many, 0 or more. */
    int size() {
        long nanos = Math.max(1, average.get());
        return nanos > ROUND_TRIP_NANOS ? 0 : (int) Math.min(most, workers * (ROUND_TRIP_NANOS / nanos));
    }
}
