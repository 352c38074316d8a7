package dev.guildhall.http;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the requests that are being answered, so that a stop can wait for them. Thread-safe. */
final class InFlight {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final Set<Thread> running = new HashSet<>();
    private boolean stopping;

    /** Lets a request in; false once the server is stopping. */
    boolean enter() {
        lock.lock();
        try {
            if (!stopping) {
                running.add(Thread.currentThread());
            }
            return !stopping;
        } finally {
            lock.unlock();
        }
    }

    void leave() {
        lock.lock();
        try {
            running.remove(Thread.currentThread());
            if (running.isEmpty()) {
                idle.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    int count() {
        lock.lock();
        try {
            return running.size();
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
            return awaitIdle(most);
        } finally {
            lock.unlock();
        }
    }

    /** Interrupts those inside and waits a little for them to end. */
    void interrupt(Duration most) {
        lock.lock();
        try {
            running.forEach(Thread::interrupt);
            awaitIdle(most);
        } finally {
            lock.unlock();
        }
    }

    private int awaitIdle(Duration most) {
        try {
            long left = most.toNanos();
            while (!running.isEmpty() && left > 0) {
                left = idle.awaitNanos(left);
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        return running.size();
    }
}
