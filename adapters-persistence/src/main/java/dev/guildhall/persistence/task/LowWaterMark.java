package dev.guildhall.persistence.task;

import java.time.Duration;

/**
 * The place in the queue below which this node knows of no task that can be claimed. Claims begin there: while an old snapshot
 * is open elsewhere in the database, the index still has an entry for each task that was claimed since, all of them below.
 *
 * <p>A task that this node or another one puts below the mark lowers it to the place of the task. A claim from the bottom from
 * time to time finds what no notice told. Such a claim passes over all dead entries, so the pause between two is a multiple of
 * what the last one took. Thread-safe.
 */
final class LowWaterMark {
    static final long BOTTOM = Long.MIN_VALUE;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final int PAUSE_PER_LOOK = 20;
    /** A claim that more tasks than these were put into the queue beside does not raise the mark. */
    private static final int RECENT = 4_096;

    private final boolean rises;
    private long place = BOTTOM;
    /** How many times the mark was lowered, and the places of the last of them. */
    private long lowered;

    private final long[] recent = new long[RECENT];
    private long nextLook = System.nanoTime();

    private LowWaterMark(boolean rises) {
        this.rises = rises;
    }

    /** For a node that hears from the others what they put into the queue. */
    static LowWaterMark rising() {
        return new LowWaterMark(true);
    }

    /** For a node that hears nothing: all its claims begin at the bottom. */
    static LowWaterMark atBottom() {
        return new LowWaterMark(false);
    }

    /**
     * A claim.
     *
     * @param from where it begins
     */
    record Claim(long from, long lowered, long begun) {}

    synchronized Claim begin() {
        long now = System.nanoTime();
        boolean isDue = now - nextLook >= 0;
        return new Claim(isDue ? BOTTOM : place, lowered, now);
    }

    /** A claim found this place first; nothing is below it, unless it was put there meanwhile. */
    synchronized void found(Claim claim, long first) {
        if (rises && lowered - claim.lowered() <= RECENT) {
            place = first;
            for (long i = claim.lowered(); i < lowered; i++) {
                place = Math.min(place, recent[(int) (i % RECENT)]);
            }
        }
        looked(claim);
    }

    /** A claim found nothing. */
    synchronized void looked(Claim claim) {
        if (claim.from() == BOTTOM) {
            long now = System.nanoTime();
            nextLook = now + Math.max(BETWEEN_LOOKS.toNanos(), (now - claim.begun()) * PAUSE_PER_LOOK);
        }
    }

    /** Where it is now. */
    synchronized long place() {
        return place;
    }

    /** A task has been put here. */
    synchronized void lower(long to) {
        recent[(int) (lowered++ % RECENT)] = to;
        place = Math.min(place, to);
    }
}
