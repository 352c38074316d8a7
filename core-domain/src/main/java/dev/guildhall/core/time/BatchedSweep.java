package dev.guildhall.core.time;

import java.util.function.IntUnaryOperator;

/** Work on many rows in batches, so that no other transaction waits long. */
public final class BatchedSweep {
    private static final int STEP = 500;
    private static final int STEPS = 200;

    /** As many rows in each round of ten minutes as a node can add in that time: 8,300 a second. */
    private static final int STEPS_OF_REMOVAL = 10_000;

    private BatchedSweep() {}

    /**
     * Runs steps until one finds fewer rows than its limit, up to a maximum; the rest is left for the next round.
     *
     * @param step handles at most the given number of rows, and returns how many it handled
     */
    public static void sweep(IntUnaryOperator step) {
        sweep(step, STEPS);
    }

    /** As {@link #sweep(IntUnaryOperator)}, for rows that are old: as many as have become old since the last round. */
    public static void remove(IntUnaryOperator step) {
        sweep(step, STEPS_OF_REMOVAL);
    }

    private static void sweep(IntUnaryOperator step, int most) {
        int steps = 1;
        while (step.applyAsInt(STEP) == STEP && steps < most) {
            steps++;
        }
    }
}
