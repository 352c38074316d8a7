package dev.guildhall.integrations.compute;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Computes what an untrusted user or server sent on a few platform threads (general-27): on a virtual thread a long
 * computation would occupy a carrier, which all requests share. One user occupies all threads but one at most.
 */
public final class ThreadPoolBulkhead {
    private static final Duration IDLE = Duration.ofSeconds(10);

    private final ThreadPoolExecutor threads;
    private final Map<String, Integer> running = new HashMap<>();
    private final int share;
    private final Duration wait;
    private final Duration time;
    private int free;

    /**
     * Creates a bulkhead.
     *
     * @param name the name of its threads
     * @param count how many computations run at the same time, at least 2
     * @param wait how long a computation waits for a thread
     * @param time how long it may then take
     */
    public ThreadPoolBulkhead(String name, int count, Duration wait, Duration time) {
        threads = new ThreadPoolExecutor(
                count,
                count,
                IDLE.toMillis(),
                TimeUnit.MILLISECONDS,
                new LinkedBlockingQueue<>(count),
                Thread.ofPlatform().daemon().name(name + "-", 0).factory());
        threads.allowCoreThreadTimeOut(true);
        share = count - 1;
        free = count;
        this.wait = wait;
        this.time = time;
    }

    /**
     * Computes a value for a user. Blocks; an interrupt cancels it. A computation that takes too long is interrupted
     * and abandoned; it keeps its thread until it ends.
     *
     * @throws RejectedExecutionException when no thread was free for the user in time
     * @throws TimeoutException when it takes too long
     * @throws ExecutionException with what it has thrown
     */
    public <T> T call(String userId, Callable<T> computation)
            throws InterruptedException, TimeoutException, ExecutionException {
        enter(userId);
        FutureTask<T> task = new FutureTask<>(computation);
        threads.execute(() -> run(task, userId));
        try {
            return task.get(time.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            task.cancel(true);
        }
    }

    private void run(FutureTask<?> task, String userId) {
        try {
            task.run();
        } finally {
            leave(userId);
        }
    }

    private synchronized void enter(String userId) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long end = System.nanoTime() + wait.toNanos();
        while (free == 0 || running.getOrDefault(userId, 0) >= share) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw new RejectedExecutionException("too many computations run");
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        free--;
        running.merge(userId, 1, Integer::sum);
    }

    private synchronized void leave(String userId) {
        free++;
        running.computeIfPresent(userId, (_, count) -> count == 1 ? null : count - 1);
        notifyAll();
    }
}
