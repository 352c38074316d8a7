package dev.guildhall.integrations.mcp.protocol;

import java.time.Duration;

/**
 * By when something must be over.
 *
 * @param time how long it had from the beginning
 * @param end on the clock of {@link System#nanoTime()}
 */
public record CallDeadline(Duration time, long end) {
    public static CallDeadline in(Duration time) {
        return new CallDeadline(time, System.nanoTime() + time.toNanos());
    }

    /** How long is left, at least nothing. */
    public Duration left() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /** Whichever is over first. */
    CallDeadline orIn(Duration other) {
        return left().compareTo(other) <= 0 ? this : in(other);
    }
}
