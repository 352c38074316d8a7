package dev.guildhall.http.server;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the running requests, so that a stop can wait for them. */
final class InFlight {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final Set<Thread> running = new HashSet<>();
    /** Those of the running requests that came before the server began to drain. */
    private final Set<Thread> early = new HashSet<>();

    private boolean stopping;

    /** Admits a request; false once the server is stopping. */
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
            early.remove(Thread.currentThread());
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

    /** The server begins to drain: {@link #hasEarly} is about the requests that are running now. */
    void drain() {
        lock.lock();
        try {
            early.addAll(running);
        } finally {
            lock.unlock();
        }
    }

    boolean hasEarly() {
        lock.lock();
        try {
            return !early.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no request is running, for at most that time. */
    void awaitIdle(Duration most) {
        lock.lock();
        try {
            await(most);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Admits no more requests.
     *
     * @return how many are running
     */
    int close() {
        lock.lock();
        try {
            stopping = true;
            return running.size();
        } finally {
            lock.unlock();
        }
    }

    /** Interrupts the running requests and waits a short time for them to end. */
    void interrupt(Duration most) {
        lock.lock();
        try {
            running.forEach(Thread::interrupt);
            await(most);
        } finally {
            lock.unlock();
        }
    }

    private void await(Duration most) {
        try {
            long left = most.toNanos();
            while (!running.isEmpty() && left > 0) {
                left = idle.awaitNanos(left);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
