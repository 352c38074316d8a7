package dev.guildhall.persistence;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Runs database work on platform threads, one for each connection. An interrupt closes the socket that a virtual thread
 * reads from, and whether a commit that it hits was kept nobody knows; a platform thread is not even told of it. The caller
 * waits whatever happens, for a bounded time, and finds its interrupt again afterwards. Thread-safe.
 */
final class DbThreads implements AutoCloseable {
    private final Semaphore turns;
    private final Duration patience;
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("database-", 1).factory());

    DbThreads(int size, Duration patience) {
        this.turns = new Semaphore(size, true);
        this.patience = patience;
    }

    /** How many callers wait for their turn. */
    int waiting() {
        return turns.getQueueLength();
    }

    /**
     * Runs the work; what it throws comes out unchanged.
     *
     * @throws Refusal with {@code CommonProblem.Unavailable} when there was no turn within the patience
     */
    <T> T call(Supplier<T> work) {
        takeTurn();
        try {
            return await(threads.submit(work::get));
        } finally {
            turns.release();
        }
    }

    private void takeTurn() {
        long deadline = System.nanoTime() + patience.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    if (turns.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                        return;
                    }
                    throw new Refusal(new CommonProblem.Unavailable("database"));
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static <T> T await(Future<T> result) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return result.get();
                } catch (InterruptedException later) {
                    interrupted = true;
                } catch (ExecutionException failed) {
                    throw asThrown(failed);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException asThrown(ExecutionException failed) {
        return switch (failed.getCause()) {
            case Error error -> throw error;
            case RuntimeException failure -> failure;
            case null, default -> new IllegalStateException(failed);
        };
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
