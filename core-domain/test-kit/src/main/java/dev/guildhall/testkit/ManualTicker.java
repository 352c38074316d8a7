package dev.guildhall.testkit;

import dev.guildhall.ports.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * A clock and a ticker that stand still until a test advances them: for tests of everything that waits, also of
 * applications that embed the core.
 */
public final class ManualTicker implements Ticker, InstantSource {
    private final List<Instant> deadlines = new ArrayList<>();
    private Instant now;

    public ManualTicker(Instant start) {
        this.now = start;
    }

    @Override
    public synchronized Instant instant() {
        return now;
    }

    /** Advances the time and wakes the threads that wait for a moment that is reached. */
    public synchronized void advance(Duration time) {
        now = now.plus(time);
        notifyAll();
    }

    @Override
    public synchronized void pause(Duration time) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Instant until = now.plus(time);
        deadlines.add(until);
        notifyAll();
        try {
            while (now.isBefore(until)) {
                wait();
            }
        } finally {
            deadlines.remove(until);
        }
    }

    /**
     * Blocks until at least this many threads wait for time to pass. A thread whose moment has been reached does not
     * count, even if it has not woken yet: after {@link #advance} this waits for the next wait of the thread.
     */
    public synchronized void awaitWaiting(int threads) throws InterruptedException {
        while (deadlines.stream().filter(now::isBefore).count() < threads) {
            wait();
        }
    }
}
