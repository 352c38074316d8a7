package dev.guildhall.core.time;

import dev.guildhall.ports.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A clock and a ticker that stand still until a test advances them: for tests of everything that waits, also of
 * applications that embed the core. Thread-safe.
 */
public final class ManualTicker implements Ticker, InstantSource {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Instant now;
    private final List<Instant> deadlines = new ArrayList<>();

    public ManualTicker(Instant start) {
        this.now = start;
    }

    @Override
    public Instant instant() {
        lock.lock();
        try {
            return now;
        } finally {
            lock.unlock();
        }
    }

    /** Advances the time and wakes the threads that wait for a moment that is reached. */
    public void advance(Duration time) {
        lock.lock();
        try {
            now = now.plus(time);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            Instant until = now.plus(time);
            deadlines.add(until);
            changed.signalAll();
            try {
                while (now.isBefore(until)) {
                    changed.await();
                }
            } finally {
                deadlines.remove(until);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Blocks until at least this many threads wait for time to pass. A thread whose moment has been reached does not
     * count, even if it has not woken yet: after {@link #advance} this waits for the next wait of the thread.
     */
    public void awaitWaiting(int threads) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting() < threads) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private long waiting() {
        return deadlines.stream().filter(now::isBefore).count();
    }
}
