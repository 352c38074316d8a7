package dev.guildhall.core.time;

import java.util.function.IntUnaryOperator;

/** Work on many rows that is done so many at a time, so that nobody else waits long for any of them. */
public final class BatchedSweep {
    private static final int STEP = 500;
    private static final int STEPS = 200;

    private BatchedSweep() {}

    /**
     * Does steps until one has found less than it might have, within a bound; the rest is for the next round.
     *
     * @param step does at most as many as it is told, and tells how many it did
     */
    public static void sweep(IntUnaryOperator step) {
        int steps = 1;
        while (step.applyAsInt(STEP) == STEP && steps < STEPS) {
            steps++;
        }
    }
}
