package dev.guildhall.core.limit;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A number of permits, and a bounded queue of waiting threads in the order of arrival. */
public final class Bulkhead {
    private final Semaphore permits;
    private final AtomicInteger inside = new AtomicInteger();
    private final int most;
    private final InstantSource clock;

    public Bulkhead(int count, int waiting, InstantSource clock) {
        this.permits = new Semaphore(count, true);
        this.most = count + waiting;
        this.clock = clock;
    }

    /**
     * Takes a permit; waits when none is free.
     *
     * @throws Refusal with {@code full} when none became free in that time or too many threads wait, or
     *     {@code CommonProblem.Cancelled} when the thread was interrupted
     */
    public Permit enter(Duration longest, Problem full) {
        if (inside.incrementAndGet() > most) {
            inside.decrementAndGet();
            throw new Refusal(full);
        }
        try {
            return new Permit(acquire(longest, full), this::leave);
        } catch (Refusal refusal) {
            inside.decrementAndGet();
            throw refusal;
        }
    }

    private Duration acquire(Duration longest, Problem full) {
        if (!permits.hasQueuedThreads() && permits.tryAcquire()) {
            return longest;
        }
        Instant begun = clock.instant();
        try {
            if (!permits.tryAcquire(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new Refusal(full);
            }
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
        return longest.minus(Duration.between(begun, clock.instant()));
    }

    private void leave() {
        permits.release();
        inside.decrementAndGet();
    }
}
