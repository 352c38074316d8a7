package dev.guildhall.wire.http;

import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the heap that all answers together take while they are received: the bound of one answer does not bound a
 * thousand.
 */
public final class ResponseMemory {
    /** The memory of all answers of this process, which has one heap. */
    public static final ResponseMemory OF_THE_HEAP =
            new ResponseMemory(Runtime.getRuntime().maxMemory() / Limits.PART_OF_HEAP);

    private final AtomicLong left;

    public ResponseMemory(long bytes) {
        left = new AtomicLong(bytes);
    }

    /** The bytes that no answer has reserved. */
    public long left() {
        return left.get();
    }

    /** The share of one answer, which has reserved nothing yet. */
    public Share share() {
        return new Share();
    }

    /** The memory of one answer. For one thread. */
    public final class Share implements AutoCloseable {
        private long taken;
        private long granted;

        private Share() {}

        /**
         * Reserves memory for more of the answer. It does so in steps, so that a small answer reserves nothing and a long
         * one rarely.
         *
         * @param bytes of heap
         * @throws Refusal with {@code CompletionProblem.NoRoomForAnswer}
         */
        public void grow(long bytes) {
            taken += bytes;
            if (taken > granted + Limits.MEMORY_STEP) {
                long more = Math.ceilDiv(taken - granted - Limits.MEMORY_STEP, Limits.MEMORY_STEP) * Limits.MEMORY_STEP;
                if (left.addAndGet(-more) < 0) {
                    left.addAndGet(more);
                    throw new Refusal(new CompletionProblem.NoRoomForAnswer());
                }
                granted += more;
            }
        }

        @Override
        public void close() {
            left.addAndGet(granted);
            granted = 0;
            taken = 0;
        }
    }
}
