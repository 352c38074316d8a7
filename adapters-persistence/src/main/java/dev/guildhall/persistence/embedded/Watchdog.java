package dev.guildhall.persistence.embedded;

import dev.guildhall.ports.Backoff;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Starts a server again when it has died. It looks for itself: {@link ProcessHandle#onExit()} of a process that is no child
 * looks too, less and less often up to every five seconds, and takes a dead one that its parent has not noticed yet for
 * alive. Thread-safe.
 */
final class Watchdog {
    private static final System.Logger LOG = System.getLogger(Watchdog.class.getName());
    private static final Duration LOOK = Duration.ofMillis(500);
    /** The pauses before attempts. They grow also when a server that came back dies soon again. */
    static final Backoff PAUSES = Backoff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(30));

    private static final Duration CALM = Duration.ofMinutes(1);

    private final BooleanSupplier lives;
    private final Runnable start;
    private final Duration look;
    private final Backoff pauses;
    private final CountDownLatch dismissed = new CountDownLatch(1);
    private final Thread thread =
            Thread.ofPlatform().daemon().name("postgres-watchdog").unstarted(this::watch);
    private int attempts;
    private long lastAttempt = System.nanoTime();

    Watchdog(BooleanSupplier lives, Runnable start, Duration look, Backoff pauses) {
        this.lives = lives;
        this.start = start;
        this.look = look;
        this.pauses = pauses;
    }

    /** Watches over a server that is to be found on one port. */
    static Watchdog over(PostgresServer server, int port) {
        Watchdog watchdog = new Watchdog(() -> server.lives(port), () -> server.startOn(port), LOOK, PAUSES);
        watchdog.begin();
        return watchdog;
    }

    void begin() {
        thread.start();
    }

    private void watch() {
        while (!isDismissedWithin(look)) {
            if (!lives.getAsBoolean()) {
                LOG.log(Level.WARNING, "the embedded PostgreSQL has died; it is started again");
                bringBack();
            }
        }
    }

    /** The pause before each attempt lets the dead server's own processes end: while one of them runs, no start succeeds. */
    private void bringBack() {
        if (System.nanoTime() - lastAttempt > CALM.toNanos()) {
            attempts = 0;
        }
        while (!isDismissedWithin(pauses.after(attempts + 1)) && !lives.getAsBoolean()) {
            attempts++;
            if (attempt()) {
                return;
            }
        }
    }

    private boolean attempt() {
        try {
            start.run();
            LOG.log(Level.INFO, "the embedded PostgreSQL is back");
            return true;
        } catch (RuntimeException failed) {
            if (dismissed.getCount() > 0) {
                LOG.log(Level.WARNING, "attempt {0}: {1}", attempts, failed.getMessage());
            }
            return false;
        } finally {
            lastAttempt = System.nanoTime();
        }
    }

    private boolean isDismissedWithin(Duration time) {
        try {
            return dismissed.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException meansTheSame) {
            return true;
        }
    }

    /** Lets no further attempt begin. One that is under way goes on: see {@link #hasEndedWithin}. */
    void dismiss() {
        dismissed.countDown();
    }

    /** Waits for the last attempt, whatever happens to the caller's own thread. */
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
