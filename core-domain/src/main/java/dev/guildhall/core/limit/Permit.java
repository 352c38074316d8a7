package dev.guildhall.core.limit;

import java.time.Duration;

/** A place in a bulkhead, which {@link #close} gives back. */
public final class Permit implements AutoCloseable {
    private final Duration rest;
    private final Runnable release;

    Permit(Duration rest, Runnable release) {
        this.rest = rest;
        this.release = release;
    }

    /** What is left of the longest wait. */
    public Duration rest() {
        return rest;
    }

    /** Is called once. */
    @Override
    public void close() {
        release.run();
    }
}
