package dev.guildhall.core.time;

import dev.guildhall.ports.Ticker;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Runs its jobs in rounds, one after the other, until its thread is interrupted. A job that fails runs again in the
 * next round.
 */
public final class Housekeeping implements DueWork {
    private static final Logger LOG = System.getLogger(Housekeeping.class.getName());
    private static final Duration SELDOM = Duration.ofMinutes(10);

    /** A job of each round, with its name in the log. */
    public record Job(String name, Runnable work) {}

    private final Ticker ticker;
    private final Supplier<Duration> every;
    private final Map<Job, OutageLog> chores = new LinkedHashMap<>();
    private Instant next = Instant.MIN;

    /** A round every ten minutes. */
    public Housekeeping(Ticker ticker, Job... chores) {
        this(ticker, SELDOM, chores);
    }

    /** A round at that interval, more than zero. */
    public Housekeeping(Ticker ticker, Duration every, Job... chores) {
        this(ticker, () -> every, chores);
    }

    /** A round at an interval that it asks for after each round, more than zero. */
    public Housekeeping(Ticker ticker, Supplier<Duration> every, Job... chores) {
        this.ticker = ticker;
        this.every = every;
        for (Job job : chores) {
            this.chores.put(job, new OutageLog(LOG, every.get()));
        }
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                round();
                ticker.pause(every.get());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean runDue(Instant now) {
        if (!now.isBefore(next)) {
            round();
            next = now.plus(every.get());
        }
        return false;
    }

    private void round() {
        for (Map.Entry<Job, OutageLog> job : chores.entrySet()) {
            if (!Thread.currentThread().isInterrupted()) {
                attempt(job.getKey(), job.getValue());
            }
        }
    }

    private void attempt(Job job, OutageLog outages) {
        try {
            job.work().run();
            outages.succeeded();
        } catch (RuntimeException | Error outage) {
            // Interrupted work has not failed.
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            outages.failed("{0} failed, next try in {1}: {2}", job.name(), every.get(), outage);
        }
    }
}
