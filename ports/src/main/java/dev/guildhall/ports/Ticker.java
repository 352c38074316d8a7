package dev.guildhall.ports;

import java.time.Duration;

/** Driven port: waiting. It goes through a port so that tests advance time by hand. Thread-safe. */
public interface Ticker {
    /**
     * Blocks for a while.
     *
     * @param time how long; zero and less return at once
     * @throws InterruptedException when the waiting thread was interrupted
     */
    void pause(Duration time) throws InterruptedException;
}
