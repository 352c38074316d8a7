package dev.guildhall.http;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that advances by a millisecond with each reading, so that identifiers sort in the order of creation. */
public final class TickingClock implements InstantSource {
    private final AtomicLong millis =
            new AtomicLong(Instant.parse("2026-01-02T03:04:05.678Z").toEpochMilli());

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis.incrementAndGet());
    }
}
