package dev.guildhall.http;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Work of the thread that creates this object. The thread is interrupted only while the work runs, so that no interrupt
 * reaches what the thread does next.
 */
public final class Interruptible {
    private final Thread thread = Thread.currentThread();
    private final ReentrantLock lock = new ReentrantLock();
    private boolean ended;
    private boolean interrupted;

    /** Interrupts the work once; has no effect when it has ended. */
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
     * Ends the work, on its thread: no interrupt comes any more, and one that came is cleared.
     *
     * @return whether an interrupt came
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
