package dev.guildhall.wire.http;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends waits that have expired. One thread checks all open connections periodically, so that a wait costs a write to
 * a field: a timer for each wait would go through a queue and wake a thread. The thread ends with the last connection.
 */
final class Deadlines {
    private static final System.Logger LOG = System.getLogger(Deadlines.class.getName());

    /** A wait may end so much too late. */
    private static final Duration PERIOD = Duration.ofMillis(25);

    /** The pool is checked once in so many periods, about once a second. */
    private static final int PERIODS_PER_POOL_CHECK = 40;

    private static final long ORIGIN = System.nanoTime();

    private final Set<Deadline> open = ConcurrentHashMap.newKeySet();
    private final Runnable closeIdle;
    private boolean watching;

    /**
     * The deadlines of the connections of one pool.
     *
     * @param closeIdle closes the connections that have been idle in the pool for too long
     */
    Deadlines(Runnable closeIdle) {
        this.closeIdle = closeIdle;
    }

    /** Nanoseconds since a fixed moment. */
    static long now() {
        return System.nanoTime() - ORIGIN;
    }

    synchronized void add(Deadline wait) {
        open.add(wait);
        if (!watching) {
            watching = true;
            Thread.ofPlatform().daemon().name("provider-deadlines").start(this::watch);
        }
    }

    void remove(Deadline wait) {
        open.remove(wait);
    }

    private void watch() {
        for (int i = 1; isNeeded(); i++) {
            LockSupport.parkNanos(PERIOD.toNanos());
            long now = now();
            open.forEach(wait -> check(() -> wait.endIfExpired(now)));
            if (i % PERIODS_PER_POOL_CHECK == 0) {
                check(closeIdle);
            }
        }
    }

    /** No exception ends the thread: without it no wait would expire. */
    private static void check(Runnable check) {
        try {
            check.run();
        } catch (RuntimeException | Error failure) {
            LOG.log(Level.ERROR, "the deadlines of connections to a provider could not be checked", failure);
        }
    }

    private synchronized boolean isNeeded() {
        watching = !open.isEmpty();
        return watching;
    }
}
