package dev.guildhall.core.time;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Background work of several kinds, each on its own thread, until the thread that runs this is interrupted. It ends
 * after all of them have ended, so that their last writes are complete.
 */
public final class BackgroundTasks implements Runnable {
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);

    private final List<Runnable> all;

    public BackgroundTasks(List<Runnable> all) {
        this.all = List.copyOf(all);
    }

    @Override
    public void run() {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            all.forEach(threads::execute);
            threads.shutdown();
            threads.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            threads.shutdownNow();
            awaitEnd(threads);
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitEnd(ExecutorService threads) {
        try {
            threads.awaitTermination(LAST_WORDS.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
