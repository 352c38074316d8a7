package dev.guildhall.core.time;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Background work of several kinds, each on its own thread. An interrupt ends each in order, with its last writes. */
public final class BackgroundTasks {
    private final List<Runnable> all;
    private final List<Thread> threads = new ArrayList<>();

    public BackgroundTasks(List<Runnable> all) {
        this.all = List.copyOf(all);
    }

    /** Starts all. */
    public void start(String name, Threads factory) {
        all.forEach(
                work -> threads.add(factory.start(name + " " + work.getClass().getSimpleName(), work)));
    }

    /** Does on the calling thread what is due, and returns whether that may have made more work due. */
    public boolean runDue(Instant now) {
        boolean more = false;
        for (Runnable work : all) {
            more |= work instanceof DueWork due && due.runDue(now);
        }
        return more;
    }

    /** Ends all, and waits for their last writes. */
    public void stop(Deadline deadline) throws InterruptedException {
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            deadline.join(thread);
        }
    }
}
