package dev.guildhall.core.time;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Runs work at once, on the thread of the caller. */
final class CallerRunsExecutor extends AbstractExecutorService {
    private volatile boolean isShutdown;

    @Override
    public void execute(Runnable work) {
        if (isShutdown) {
            throw new RejectedExecutionException("the executor has been shut down");
        }
        work.run();
    }

    @Override
    public void shutdown() {
        isShutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        isShutdown = true;
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return isShutdown;
    }

    @Override
    public boolean isTerminated() {
        return isShutdown;
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) {
        return isShutdown;
    }
}
