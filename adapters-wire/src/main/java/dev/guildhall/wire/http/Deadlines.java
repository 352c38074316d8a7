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

    private static final long ORIGIN = System.nanoTime();

    private static final Set<Deadline> OPEN = ConcurrentHashMap.newKeySet();
    private static boolean watching;

    private Deadlines() {}

    /** Nanoseconds since a fixed moment. */
    static long now() {
        return System.nanoTime() - ORIGIN;
    }

    static synchronized void add(Deadline wait) {
        OPEN.add(wait);
        if (!watching) {
            watching = true;
            Thread.ofPlatform().daemon().name("http-deadlines").start(Deadlines::watch);
        }
    }

    static void remove(Deadline wait) {
        OPEN.remove(wait);
    }

    private static void watch() {
        while (isNeeded()) {
            LockSupport.parkNanos(PERIOD.toNanos());
            long now = now();
            OPEN.forEach(wait -> check(wait, now));
        }
    }

    /** No exception ends the thread: without it no wait would expire. */
    private static void check(Deadline wait, long now) {
        try {
            wait.endIfExpired(now);
        } catch (RuntimeException | Error failure) {
            LOG.log(Level.ERROR, "the deadlines of connections could not be checked", failure);
        }
    }

    private static synchronized boolean isNeeded() {
        watching = !OPEN.isEmpty();
        return watching;
    }
}
