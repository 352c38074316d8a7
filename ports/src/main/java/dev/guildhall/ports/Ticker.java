package dev.guildhall.ports;

import java.time.Duration;

/** Driven port: lets a thread wait. Tests use an implementation that advances time by hand. */
public interface Ticker {
    /**
     * Blocks for a period.
     *
     * @param time how long; for zero and less the call returns at once
     * @throws InterruptedException when the waiting thread is interrupted
     */
    void pause(Duration time) throws InterruptedException;
}
