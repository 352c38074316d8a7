package dev.guildhall.core.time;

import java.time.Duration;

/** The end of a period of real time. */
public final class Deadline {
    private final long nanos;

    private Deadline(long nanos) {
        this.nanos = nanos;
    }

    /** That long from now. */
    public static Deadline in(Duration period) {
        return new Deadline(System.nanoTime() + period.toNanos());
    }

    /** This one, or the end of that period from now, whichever is later. */
    Deadline atLeast(Duration period) {
        return new Deadline(Math.max(nanos, System.nanoTime() + period.toNanos()));
    }

    /** What is left, 0 after it has passed. */
    public long nanosLeft() {
        return Math.max(0, nanos - System.nanoTime());
    }

    /** Waits for the end of a thread, and returns whether it has ended. */
    public boolean join(Thread thread) throws InterruptedException {
        return thread.join(Duration.ofNanos(nanosLeft()));
    }
}
