package dev.guildhall.testkit.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs calls concurrently: each on a virtual thread, all released by one barrier. */
public final class AtOnce {
    private static final int PATIENCE_SECONDS = 20;

    private AtOnce() {}

    /** The results, in the order of the calls. */
    public static <T> List<T> run(List<Callable<T>> calls) throws Exception {
        CyclicBarrier start = new CyclicBarrier(calls.size());
        List<Future<T>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Callable<T> call : calls) {
                running.add(threads.submit(() -> {
                    start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                    return call.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> one : running) {
                results.add(one.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            }
            return results;
        }
    }
}
