package dev.guildhall.http;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Work of the thread that makes this: it is interrupted while it runs, or not at all, so that no interrupt reaches what
 * the thread does next. Thread-safe.
 */
public final class Interruptible {
    private final Thread thread = Thread.currentThread();
    private final ReentrantLock lock = new ReentrantLock();
    private boolean ended;
    private boolean interrupted;

    /** Interrupts the work once; nothing happens when it has ended. */
    public void interrupt() {
        lock.lock();
        try {
            if (!ended && !interrupted) {
                interrupted = true;
                thread.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * The work is done, says the thread that does it: no interrupt comes any more, and one that came is taken back.
     *
     * @return whether one came
     */
    public boolean end() {
        lock.lock();
        try {
            if (interrupted && !ended) {
                Thread.interrupted();
            }
            ended = true;
            return interrupted;
        } finally {
            lock.unlock();
        }
    }
}
