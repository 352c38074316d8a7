package dev.guildhall.persistence.embedded;

import dev.guildhall.ports.Backoff;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Starts a server again after it has ended. The watchdog polls, because {@link ProcessHandle#onExit()} does not suit a
 * process that is no child of this one: it polls too, at intervals that grow to five seconds, and takes an ended
 * process that its parent has not reaped for a running one.
 */
final class Watchdog {
    private static final System.Logger LOG = System.getLogger(Watchdog.class.getName());
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);
    private static final Duration RESET_AFTER = Duration.ofMinutes(1);
    /** The pauses before attempts. They grow also when a restarted server soon ends again. */
    static final Backoff PAUSES = Backoff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(30));

    private final BooleanSupplier isRunning;
    private final Runnable start;
    private final Duration checkInterval;
    private final Backoff pauses;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread =
            Thread.ofPlatform().daemon().name("postgres-watchdog").unstarted(this::watch);
    private int attempts;
    private long lastAttempt = System.nanoTime();

    Watchdog(BooleanSupplier isRunning, Runnable start, Duration checkInterval, Backoff pauses) {
        this.isRunning = isRunning;
        this.start = start;
        this.checkInterval = checkInterval;
        this.pauses = pauses;
    }

    /** Starts a watchdog for the server on the given port. */
    static Watchdog ofServer(PostgresServer server, int port) {
        Watchdog watchdog =
                new Watchdog(() -> server.isRunning(port), () -> server.startOn(port), CHECK_INTERVAL, PAUSES);
        watchdog.begin();
        return watchdog;
    }

    void begin() {
        thread.start();
    }

    private void watch() {
        while (!isStoppedWithin(checkInterval)) {
            if (!isRunning.getAsBoolean()) {
                LOG.log(Level.WARNING, "the embedded PostgreSQL has ended; starting it again");
                restart();
            }
        }
    }

    /**
     * Pauses before each attempt, so that the ended server's child processes can end: while one of them runs, no start
     * succeeds.
     */
    private void restart() {
        if (System.nanoTime() - lastAttempt > RESET_AFTER.toNanos()) {
            attempts = 0;
        }
        while (!isStoppedWithin(pauses.after(attempts + 1)) && !isRunning.getAsBoolean()) {
            attempts++;
            if (attempt()) {
                return;
            }
        }
    }

    private boolean attempt() {
        try {
            start.run();
            LOG.log(Level.INFO, "the embedded PostgreSQL runs again");
            return true;
        } catch (RuntimeException failed) {
            if (stopped.getCount() > 0) {
                LOG.log(Level.WARNING, "start attempt {0} failed: {1}", attempts, failed.getMessage());
            }
            return false;
        } finally {
            lastAttempt = System.nanoTime();
        }
    }

    private boolean isStoppedWithin(Duration time) {
        try {
            return stopped.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            return true;
        }
    }

    /** Prevents further attempts. An attempt in progress continues: see {@link #hasEndedWithin}. */
    void stop() {
        stopped.countDown();
    }

    /**
     * Waits for the end of the watchdog's thread, also when the caller's thread is interrupted.
     *
     * @return whether the thread has ended
     */
    boolean hasEndedWithin(Duration time) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return thread.join(time);
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
