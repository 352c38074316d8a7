package dev.guildhall.integrations.net;

import dev.guildhall.ports.tool.FailureKind;
import java.time.Duration;

/**
 * When a request must be over.
 *
 * @param atNanos by {@link System#nanoTime}
 */
record Deadline(long atNanos) {
    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    boolean isOver() {
        return leftNanos() <= 0;
    }

    /** What is left, more than zero. */
    Duration left() {
        long left = leftNanos();
        if (left <= 0) {
            throw late();
        }
        return Duration.ofNanos(left);
    }

    static OutboundFailure late() {
        return new OutboundFailure(FailureKind.TIMED_OUT, "the answer took too long");
    }

    private long leftNanos() {
        return atNanos - System.nanoTime();
    }
}
