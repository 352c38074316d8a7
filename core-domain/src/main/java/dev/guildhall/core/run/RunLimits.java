package dev.guildhall.core.run;

import java.time.Duration;

/**
 * Bounds of test runs.
 *
 * @param slots how many runs this node carries out at once (contract 0: 2); 0 means none, they are left to other nodes
 * @param queued how long a run may wait for a slot
 * @param kept how long runs and their files are kept once they have ended (contract 7: 30 days)
 * @param poll how often a client's stream looks for events
 */
public record RunLimits(int slots, Duration queued, Duration kept, Duration poll) {
    /** What holds where nothing else was asked for. */
    public static final RunLimits DEFAULT =
            new RunLimits(2, Duration.ofHours(24), Duration.ofDays(30), Duration.ofMillis(250));

    /** The same with another number of slots. */
    public RunLimits withSlots(int most) {
        return new RunLimits(most, queued, kept, poll);
    }

    /** The same with another time that runs are kept. */
    public RunLimits withKept(Duration time) {
        return new RunLimits(slots, queued, time, poll);
    }
}
