package dev.guildhall.persistence.db;

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
 * from; the outcome of a commit under way would then be unknown. So each piece of work gets a virtual thread of its
 * own. The caller waits for its end, which the work's own timeouts bound, and finds its interrupt again afterwards.
 *
 * <p>As many pieces of work run at once as there are connections, in the order of the calls. The pool itself has no
 * order: under load some callers would wait for a connection until they are refused, while later ones get theirs.
 * Thread-safe.
 */
final class DbThreads implements AutoCloseable {
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final Semaphore turn;
    private final Duration patience;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("database-", 1).factory());

    DbThreads(PoolOptions options) {
        turn = new Semaphore(options.size(), true);
        patience = options.patience();
    }

    /** How many wait for their turn. */
    int waiting() {
        return turn.getQueueLength();
    }

    /**
     * Runs the work; what it throws comes out as it is. To a failure that is no refusal the caller's own stack is
     * added.
     *
     * @throws Refusal with {@code CommonProblem.Unavailable} when this is closed, or its turn does not come
     */
    <T extends @Nullable Object> T call(Supplier<T> work) {
        return await(begin(work));
    }

    private <T extends @Nullable Object> Future<T> begin(Supplier<T> work) {
        try {
            return threads.submit(() -> inTurn(work));
        } catch (RejectedExecutionException closed) {
            throw new Refusal(new CommonProblem.Unavailable("database"));
        }
    }

    private <T extends @Nullable Object> T inTurn(Supplier<T> work) throws InterruptedException {
        if (!turn.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new Refusal(new CommonProblem.Unavailable("database"));
        }
        try {
            return work.get();
        } finally {
            turn.release();
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

    /** Lets finish what has begun, for a bounded time; who comes later is refused. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            // Work that takes longer loses its connection next; nothing is interrupted here.
            var _ = threads.awaitTermination(CLOSING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException early) {
            Thread.currentThread().interrupt();
        }
    }

    /** Where the work came from: the stack of the thread that failed does not tell. */
    private static final class CalledBy extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CalledBy() {
            super("called by");
        }
    }
}
