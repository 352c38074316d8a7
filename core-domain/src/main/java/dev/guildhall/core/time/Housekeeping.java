package dev.guildhall.core.time;

import dev.guildhall.ports.Ticker;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;

/**
 * Does chores one after the other, at once and then every ten minutes, until its thread is interrupted. One that fails is
 * tried again in the next round, and keeps none of the others from being done.
 */
public final class Housekeeping implements Runnable {
    private static final Logger LOG = System.getLogger(Housekeeping.class.getName());
    private static final Duration EVERY = Duration.ofMinutes(10);

    private final Ticker ticker;
    private final List<Runnable> chores;

    /** Does these chores, each of which has a bound of its own. */
    public Housekeeping(Ticker ticker, List<Runnable> chores) {
        this.ticker = ticker;
        this.chores = List.copyOf(chores);
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                chores.forEach(Housekeeping::attempt);
                ticker.pause(EVERY);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void attempt(Runnable chore) {
        try {
            chore.run();
        } catch (RuntimeException outage) {
            LOG.log(
                    Level.WARNING,
                    "{0} failed, next try in {1}: {2}",
                    chore.getClass().getSimpleName(),
                    EVERY,
                    outage);
        }
    }
}
