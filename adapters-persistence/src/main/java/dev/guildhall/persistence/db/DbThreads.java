package dev.guildhall.persistence.db;

import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs database work on threads that are never interrupted. An interrupt closes the socket that a virtual thread reads
 * from; the outcome of a commit would then be unknown. So each piece of work gets a virtual thread of its own. The
 * caller waits until the work ends, which the work's own timeouts bound. If the caller was interrupted meanwhile, its
 * interrupt status is set again.
 *
 * <p>At most as many pieces of work run at once as there are connections, in the order of the calls. The pool itself
 * has no order: under load some callers would wait for a connection until their timeout, while later callers get one.
 */
final class DbThreads implements AutoCloseable {
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final Semaphore permits;
    private final Duration patience;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("database-", 1).factory());

    DbThreads(PoolOptions options) {
        permits = new Semaphore(options.size(), true);
        patience = options.patience();
    }

    /** How many calls wait for a permit. */
    int waiting() {
        return permits.getQueueLength();
    }

    /**
     * Runs the work and throws what the work throws. A failure other than a refusal gets the caller's stack as a
     * suppressed exception.
     *
     * @throws Refusal with {@code CommonProblem.Unavailable} when this is closed, or when the call gets no permit in
     *     time
     */
    <T extends @Nullable Object> T call(Supplier<T> work) {
        return await(begin(work));
    }

    private <T extends @Nullable Object> Future<T> begin(Supplier<T> work) {
        try {
            return threads.submit(() -> withPermit(work));
        } catch (RejectedExecutionException closed) {
            throw new Refusal(new CommonProblem.Unavailable("database"));
        }
    }

    private <T extends @Nullable Object> T withPermit(Supplier<T> work) throws InterruptedException {
        if (!permits.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new Refusal(new CommonProblem.Unavailable("database"));
        }
        try {
            return work.get();
        } finally {
            permits.release();
        }
    }

    private static <T extends @Nullable Object> T await(Future<T> result) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return result.get();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException failed) {
            throw asThrown(failed);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException asThrown(ExecutionException failed) {
        return switch (failed.getCause()) {
            case Error error -> throw error;
            case Refusal refusal -> refusal;
            case RuntimeException failure -> {
                failure.addSuppressed(new CalledBy());
                yield failure;
            }
            case null, default -> new IllegalStateException(failed);
        };
    }

    /** Waits for a bounded time until work that has begun ends; later calls are refused. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            // Work that takes longer loses its connection when the pool closes; no thread is interrupted.
            var _ = threads.awaitTermination(CLOSING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException early) {
            Thread.currentThread().interrupt();
        }
    }

    /** The stack of the caller, which the stack of the thread that failed does not contain. */
    private static final class CalledBy extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CalledBy() {
            super("called by");
        }
    }
}
