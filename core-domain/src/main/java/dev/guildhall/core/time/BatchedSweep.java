package dev.guildhall.core.time;

import java.util.function.IntUnaryOperator;

/** Work on many rows in batches, so that no other transaction waits long. */
public final class BatchedSweep {
    private static final int STEP = 500;
    private static final int STEPS = 200;

    private BatchedSweep() {}

    /**
     * Runs steps until one finds fewer rows than its limit, up to a maximum; the rest is left for the next round.
     *
     * @param step handles at most the given number of rows, and returns how many it handled
     */
    public static void sweep(IntUnaryOperator step) {
        int steps = 1;
        while (step.applyAsInt(STEP) == STEP && steps < STEPS) {
            steps++;
        }
    }
}
