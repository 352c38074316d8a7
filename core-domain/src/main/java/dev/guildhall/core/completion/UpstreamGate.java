package dev.guildhall.core.completion;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Lets only so many requests be with providers at once; some more wait for a while, and the rest are refused. Thread-safe. */
final class UpstreamGate {
    private final CompletionLimits.Calls limits;
    private final Semaphore places;

    UpstreamGate(CompletionLimits.Calls limits) {
        this.limits = limits;
        this.places = new Semaphore(limits.atOnce(), true);
    }

    /**
     * Does work that is with a provider; waits for a place where there is none.
     *
     * @throws Refusal with {@code CompletionProblem.TooManyAtOnce}, or {@code CommonProblem.Cancelled} when the thread was
     *     interrupted
     */
    <T> T inside(Supplier<T> work) {
        if (!places.tryAcquire()) {
            await();
        }
        try {
            return work.get();
        } finally {
            places.release();
        }
    }

    private void await() {
        if (places.getQueueLength() >= limits.waiting()) {
            throw new Refusal(new CompletionProblem.TooManyAtOnce());
        }
        try {
            if (!places.tryAcquire(limits.longestWait().toMillis(), TimeUnit.MILLISECONDS)) {
                throw new Refusal(new CompletionProblem.TooManyAtOnce());
            }
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }
}
