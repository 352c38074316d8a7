package dev.guildhall.core.completion;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A number of places, and a queue of bounded length for them, in the order of arrival. Thread-safe. */
final class Bulkhead {
    private final Semaphore places;
    private final int waiting;
    private final InstantSource clock;

    /**
     * Places that are all free.
     *
     * @param count how many
     * @param waiting how many may wait for one
     * @param clock tells how long somebody has waited
     */
    Bulkhead(int count, int waiting, InstantSource clock) {
        this.places = new Semaphore(count, true);
        this.waiting = waiting;
        this.clock = clock;
    }

    /**
     * Takes a place; waits for one where there is none.
     *
     * @param longest how long to wait at most
     * @param full what to refuse with when that was in vain
     * @return what is left of the longest wait
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
