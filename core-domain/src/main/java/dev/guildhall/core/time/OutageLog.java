package dev.guildhall.core.time;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Warns of work that fails again and again at each try: of the first failure in a row, and then of one in about {@link
 * #EVERY}. Thread-safe.
 */
public final class OutageLog {
    static final Duration EVERY = Duration.ofSeconds(10);

    private final Logger log;
    private final long share;
    private final AtomicLong failures = new AtomicLong();

    /** Failures come as far apart as the pause between two tries, more than zero. */
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

    /** The work has been done: the next failure is a first one. */
    public void succeeded() {
        failures.set(0);
    }
}
