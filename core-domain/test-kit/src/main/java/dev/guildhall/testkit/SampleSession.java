package dev.guildhall.testkit;

import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.session.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Builds a live {@link Session}, by default for 90 days. Not thread-safe. */
public final class SampleSession {
    private final UserId userId;
    private Instant expiresAt = Sample.NOW.plus(Duration.ofDays(90));

    SampleSession(UserId userId) {
        this.userId = userId;
    }

    public SampleSession expiresAt(Instant moment) {
        expiresAt = moment;
        return this;
    }

    public Session build() {
        return new Session(new SessionId(Sample.id("ses")), userId, Sample.NOW, expiresAt, Optional.empty());
    }
}
