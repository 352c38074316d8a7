package dev.guildhall.http;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the requests that are being answered, so that a stop can wait for them. Thread-safe. */
final class InFlight {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private int running;
    private boolean stopping;

    /** Lets a request in; false once the server is stopping. */
    boolean enter() {
        lock.lock();
        try {
            if (!stopping) {
                running++;
            }
            return !stopping;
        } finally {
            lock.unlock();
        }
    }

    void leave() {
        lock.lock();
        try {
            running--;
            if (running == 0) {
                idle.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    int count() {
        lock.lock();
        try {
            return running;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Lets nobody in any more and waits for those inside.
     *
     * @return how many were still inside when the time was up
     */
    int drain(Duration most) {
        lock.lock();
        try {
            stopping = true;
            long left = most.toNanos();
            while (running > 0 && left > 0) {
                left = idle.awaitNanos(left);
            }
            return running;
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return running;
        } finally {
            lock.unlock();
        }
    }
}
