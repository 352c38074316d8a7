package dev.guildhall.persistence.task;

import java.time.Duration;

/**
 * A place in the queue: this node knows of no claimable task below it. Claims start their index scan there. While
 * another session of the database holds an old snapshot, the index keeps a dead entry for each task that was claimed
 * since; those entries are below the mark, and a scan from the bottom would read them all.
 *
 * <p>When this node or another one inserts a task below the mark, the mark is lowered to the place of the task.
 * Notifications can be lost, so from time to time a claim starts at the bottom. Such a claim reads all dead entries;
 * the pause until the next one is therefore a multiple of its duration.
 */
final class LowWaterMark {
    static final long BOTTOM = Long.MIN_VALUE;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final int PAUSE_PER_LOOK = 20;
    /** When more tasks than these are inserted during a claim, the claim does not raise the mark. */
    private static final int RECENT = 4_096;

    private final boolean rises;
    private long place = BOTTOM;
    /** How many times {@link #lower} was called; {@link #recent} has the places of the last calls. */
    private long lowered;

    private final long[] recent = new long[RECENT];
    private long nextLook = System.nanoTime();

    private LowWaterMark(boolean rises) {
        this.rises = rises;
    }

    /** For a node that is notified of the tasks that other nodes insert. */
    static LowWaterMark rising() {
        return new LowWaterMark(true);
    }

    /** For a node that is not notified: all its claims start at the bottom. */
    static LowWaterMark atBottom() {
        return new LowWaterMark(false);
    }

    /**
     * A claim.
     *
     * @param from the place where its scan starts
     */
    record Claim(long from, long lowered, long begun) {}

    synchronized Claim begin() {
        long now = System.nanoTime();
        boolean isDue = now - nextLook >= 0;
        return new Claim(isDue ? BOTTOM : place, lowered, now);
    }

    /**
     * The first task that the claim found has this place. No task is below it, except those that were inserted
     * meanwhile.
     */
    synchronized void found(Claim claim, long first) {
        if (rises && lowered - claim.lowered() <= RECENT) {
            place = first;
            for (long i = claim.lowered(); i < lowered; i++) {
                place = Math.min(place, recent[(int) (i % RECENT)]);
            }
        }
        looked(claim);
    }

    /** The claim found no task. */
    synchronized void looked(Claim claim) {
        if (claim.from() == BOTTOM) {
            long now = System.nanoTime();
            nextLook = now + Math.max(BETWEEN_LOOKS.toNanos(), (now - claim.begun()) * PAUSE_PER_LOOK);
        }
    }

    synchronized long place() {
        return place;
    }

    /** A task was inserted at this place. */
    synchronized void lower(long to) {
        recent[(int) (lowered++ % RECENT)] = to;
        place = Math.min(place, to);
    }
}
