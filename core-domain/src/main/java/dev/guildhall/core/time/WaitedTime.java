package dev.guildhall.core.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Measures how long work has waited for someone else; waits at the same time count once. Safe for several threads. */
public final class WaitedTime {
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private int waiting;
    private Instant since = Instant.EPOCH;
    private Duration before = Duration.ZERO;

    public WaitedTime(InstantSource clock) {
        this.clock = clock;
    }

    /** How long all waits so far have taken, with those that have not ended. */
    public Duration total() {
        lock.lock();
        try {
            return waiting == 0 ? before : before.plus(Duration.between(since, clock.instant()));
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a value. */
    public <T> T during(Supplier<T> wait) {
        count(1);
        try {
            return wait.get();
        } finally {
            count(-1);
        }
    }

    private void count(int more) {
        lock.lock();
        try {
            before = total();
            since = clock.instant();
            waiting += more;
        } finally {
            lock.unlock();
        }
    }
}
