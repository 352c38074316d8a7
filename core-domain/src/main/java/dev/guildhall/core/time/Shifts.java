package dev.guildhall.core.time;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Work in the background of several kinds, each on a thread of its own, until the thread that runs this is interrupted. */
public final class Shifts implements Runnable {
    private final List<Runnable> all;

    public Shifts(List<Runnable> all) {
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
            Thread.currentThread().interrupt();
        } finally {
            threads.shutdownNow();
        }
    }
}
