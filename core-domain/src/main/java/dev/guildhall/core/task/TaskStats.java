package dev.guildhall.core.task;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** What has happened in the queue on this node since it started. Thread-safe. */
public final class TaskStats {
    private final LongAdder attempts = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final LongAdder fenced = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final LongAdder waitMicros = new LongAdder();

    /**
     * An attempt has begun.
     *
     * @param waited since the task was kept
     */
    void began(Duration waited) {
        attempts.increment();
        waitMicros.add(Math.max(0, waited.toNanos() / 1000));
    }

    void retried() {
        retries.increment();
    }

    /** A result came too late, and was discarded. */
    void fenced() {
        fenced.increment();
    }

    void ended() {
        ended.increment();
    }

    /** Attempts that have begun. */
    public long attempts() {
        return attempts.sum();
    }

    /** Attempts that were not the last of their task. */
    public long retries() {
        return retries.sum();
    }

    /** Results that were discarded because somebody else had the task by then, or it had ended. */
    public long fencedResults() {
        return fenced.sum();
    }

    /** Tasks that were ended here. */
    public long tasksEnded() {
        return ended.sum();
    }

    /** How long tasks had waited when their attempts began, all together, in seconds. */
    public double waitedSeconds() {
        return waitMicros.sum() / 1e6;
    }
}
