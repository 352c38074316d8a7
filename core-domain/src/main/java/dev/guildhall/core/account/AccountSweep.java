package dev.guildhall.core.account;

import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.account.SessionStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;

/** Forgets sessions some time after their end, in small steps, until its thread is interrupted. */
public final class SessionSweep implements Runnable {
    private static final Logger LOG = System.getLogger(SessionSweep.class.getName());
    private static final Duration EVERY = Duration.ofMinutes(10);
    private static final Duration KEEP = Duration.ofDays(1);
    private static final int STEP = 500;
    private static final int STEPS = 200;

    private final SessionStore sessions;
    private final InstantSource clock;
    private final Ticker ticker;

    public SessionSweep(SessionStore sessions, InstantSource clock, Ticker ticker) {
        this.sessions = sessions;
        this.clock = clock;
        this.ticker = ticker;
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                sweep();
                ticker.pause(EVERY);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void sweep() {
        try {
            int steps = 0;
            while (sessions.sweep(clock.instant().minus(KEEP), STEP) == STEP && steps < STEPS) {
                steps++;
            }
        } catch (RuntimeException outage) {
            LOG.log(Level.WARNING, "expired sessions could not be swept, next try in {0}: {1}", EVERY, outage);
        }
    }
}
