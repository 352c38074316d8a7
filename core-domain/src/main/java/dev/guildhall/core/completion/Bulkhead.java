package dev.guildhall.core.completion;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A number of permits, and a bounded queue of waiting threads in the order of arrival. Thread-safe. */
final class Bulkhead {
    private final Semaphore places;
    private final int waiting;
    private final InstantSource clock;

    /**
     * Creates a bulkhead with all permits free.
     *
     * @param count how many permits
     * @param waiting how many threads may wait
     * @param clock measures the time of a wait
     */
    Bulkhead(int count, int waiting, InstantSource clock) {
        this.places = new Semaphore(count, true);
        this.waiting = waiting;
        this.clock = clock;
    }

    /**
     * Takes a permit; waits when none is free.
     *
     * @param longest how long to wait at most
     * @param full the problem when none became free in that time or too many threads wait
     * @return the rest of the longest wait
     * @throws Refusal with {@code full}, or {@code CommonProblem.Cancelled} when the thread was interrupted
     */
    Duration take(Duration longest, Problem full) {
        if (!places.hasQueuedThreads() && places.tryAcquire()) {
            return longest;
        }
        if (places.getQueueLength() >= waiting) {
            throw new Refusal(full);
        }
        Instant begun = clock.instant();
        try {
            if (!places.tryAcquire(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new Refusal(full);
            }
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
        return longest.minus(Duration.between(begun, clock.instant()));
    }

    void giveBack() {
        places.release();
    }
}
