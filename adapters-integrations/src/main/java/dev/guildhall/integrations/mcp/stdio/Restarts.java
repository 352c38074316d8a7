package dev.guildhall.integrations.mcp.stdio;

import dev.guildhall.integrations.mcp.protocol.McpLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Limits how often a process may be started: the first two times within a minute at once, then after pauses that
 * double, and at most {@link McpLimits#STARTS_PER_MINUTE} times. Not thread-safe.
 */
final class Restarts {
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final Deque<Instant> starts = new ArrayDeque<>();

    /** How long the next start must wait; zero when it may happen now. */
    Duration pause(Instant now) {
        starts.removeIf(start -> !start.plus(WINDOW).isAfter(now));
        if (starts.size() < 2) {
            return Duration.ZERO;
        }
        Instant next = starts.size() >= McpLimits.STARTS_PER_MINUTE
                ? starts.getFirst().plus(WINDOW)
                : starts.getLast().plus(McpLimits.PAUSES.after(starts.size() - 1));
        return next.isAfter(now) ? Duration.between(now, next) : Duration.ZERO;
    }

    void started(Instant now) {
        starts.addLast(now);
    }
}
