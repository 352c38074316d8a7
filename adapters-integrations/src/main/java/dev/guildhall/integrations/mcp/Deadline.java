package dev.guildhall.integrations.mcp;

import java.time.Duration;

/**
 * By when something must be over.
 *
 * @param time how long it had from the beginning
 * @param end on the clock of {@link System#nanoTime()}
 */
record Deadline(Duration time, long end) {
    static Deadline in(Duration time) {
        return new Deadline(time, System.nanoTime() + time.toNanos());
    }

    /** How long is left, at least nothing. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /** Whichever is over first. */
    Deadline orIn(Duration other) {
        return left().compareTo(other) <= 0 ? this : in(other);
    }
}
