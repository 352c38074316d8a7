package dev.guildhall.integrations.mcp.protocol;

import java.time.Duration;

/**
 * The deadline of a call.
 *
 * @param time the total time from the beginning
 * @param end on the clock of {@link System#nanoTime()}
 */
public record CallDeadline(Duration time, long end) {
    public static CallDeadline in(Duration time) {
        return new CallDeadline(time, System.nanoTime() + time.toNanos());
    }

    /** The remaining time, at least zero. */
    public Duration left() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /** The earlier of the two deadlines. */
    CallDeadline orIn(Duration other) {
        return left().compareTo(other) <= 0 ? this : in(other);
    }
}
