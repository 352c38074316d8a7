package dev.guildhall.core.time;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Logs warnings about work that fails repeatedly: about the first failure in a row, and then about one in
 * {@link #EVERY}.
 */
public final class OutageLog {
    static final Duration EVERY = Duration.ofSeconds(10);

    private final Logger log;
    private final long share;
    private final AtomicLong failures = new AtomicLong();

    /** The pause between two attempts, more than zero, determines how many failures are skipped. */
    public OutageLog(Logger log, Duration pause) {
        this.log = log;
        this.share = Math.max(1, EVERY.dividedBy(pause));
    }

    /** The work has failed; the message has the form of {@link Logger#log(Level, String, Object...)}. */
    public void failed(String message, Object... parameters) {
        if (failures.getAndIncrement() % share == 0) {
            log.log(Level.WARNING, message, parameters);
        }
    }

    /** The work has succeeded: the next failure is a first one. */
    public void succeeded() {
        failures.set(0);
    }
}
