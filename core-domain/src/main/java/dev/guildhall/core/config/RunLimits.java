package dev.guildhall.core.config;

import java.time.Duration;

/**
 * Limits of test runs.
 *
 * @param slots how many runs this node executes in parallel (runs-6: 2); 0 means none, other nodes execute them
 * @param queued how long a run may wait for a slot
 * @param kept how long ended runs and their files are kept (runs-22: 30 days)
 * @param poll how often a client's stream reads new events
 */
public record RunLimits(int slots, Duration queued, Duration kept, Duration poll) {
    public static final RunLimits DEFAULT =
            new RunLimits(2, Duration.ofHours(24), Duration.ofDays(30), Duration.ofMillis(250));

    public RunLimits withSlots(int most) {
        return new RunLimits(most, queued, kept, poll);
    }

    public RunLimits withKept(Duration time) {
        return new RunLimits(slots, queued, time, poll);
    }
}
