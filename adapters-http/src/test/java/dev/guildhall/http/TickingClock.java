package dev.guildhall.http;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A clock on which every look is a millisecond later than the one before, so that identifiers sort as they were made. */
public final class TickingClock implements InstantSource {
    private final AtomicLong millis =
            new AtomicLong(Instant.parse("2026-01-02T03:04:05.678Z").toEpochMilli());

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis.incrementAndGet());
    }
}
