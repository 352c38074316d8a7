package dev.guildhall.llm.http;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Closes sockets whose wait has taken too long. One thread looks at all open ones now and then, so that a wait costs a
 * field: a timer of its own for each would go through a queue, and wake a thread. The thread ends with the last socket.
 * Thread-safe.
 */
final class Deadlines {
    private static final System.Logger LOG = System.getLogger(Deadlines.class.getName());

    /** How late a wait may end. */
    private static final Duration EVERY = Duration.ofMillis(25);

    private static final long ORIGIN = System.nanoTime();

    private final Set<WatchedSocket> open = ConcurrentHashMap.newKeySet();
    private boolean watching;

    /** Nanoseconds since some moment before. */
    static long now() {
        return System.nanoTime() - ORIGIN;
    }

    synchronized void add(WatchedSocket socket) {
        open.add(socket);
        if (!watching) {
            watching = true;
            Thread.ofPlatform().daemon().name("provider-deadlines").start(this::watch);
        }
    }

    void remove(WatchedSocket socket) {
        open.remove(socket);
    }

    private void watch() {
        while (isNeeded()) {
            LockSupport.parkNanos(EVERY.toNanos());
            long now = now();
            open.forEach(socket -> look(socket, now));
        }
    }

    /** Whatever one of them throws, the others are looked at: without this thread no wait would end. */
    private static void look(WatchedSocket socket, long now) {
        try {
            socket.closeIfLate(now);
        } catch (RuntimeException | Error broken) {
            LOG.log(Level.ERROR, "a connection to a provider could not be looked at", broken);
        }
    }

    private synchronized boolean isNeeded() {
        watching = !open.isEmpty();
        return watching;
    }
}
