package dev.guildhall.integrations.net;

import dev.guildhall.ports.tool.FailureKind;
import java.time.Duration;

/** The deadline of a request, by {@link System#nanoTime}. */
record Deadline(long atNanos) {
    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    boolean isOver() {
        return leftNanos() <= 0;
    }

    /** The remaining time, more than zero. */
    Duration left() {
        long left = leftNanos();
        if (left <= 0) {
            throw late();
        }
        return Duration.ofNanos(left);
    }

    static OutboundFailure late() {
        return new OutboundFailure(FailureKind.TIMED_OUT, "the response took too long");
    }

    private long leftNanos() {
        return atNanos - System.nanoTime();
    }
}
