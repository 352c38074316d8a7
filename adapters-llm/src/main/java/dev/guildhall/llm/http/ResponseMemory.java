package dev.guildhall.llm.http;

import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much of the heap all answers together may take while they are received. The bound of one answer is no bound of a
 * thousand. Thread-safe.
 */
public final class ResponseMemory {
    /** One for the whole process, as there is one heap. */
    public static final ResponseMemory OF_THE_HEAP =
            new ResponseMemory(Runtime.getRuntime().maxMemory() / Limits.PART_OF_HEAP);

    private final AtomicLong left;

    public ResponseMemory(long bytes) {
        left = new AtomicLong(bytes);
    }

    long left() {
        return left.get();
    }

    /** For an answer of which nothing has come yet. */
    public Share share() {
        return new Share();
    }

    /** What one answer takes. For one thread. */
    final class Share implements AutoCloseable {
        private long taken;
        private long granted;

        /**
         * The answer grows. What is asked for goes in steps, so that a small answer costs nothing and a long one little.
         *
         * @param bytes by how much heap
         * @throws Refusal with {@code CompletionProblem.NoRoomForAnswer}
         */
        void grow(long bytes) {
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
