package dev.guildhall.ports;

import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Profile;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/** Builds a {@link Profile}. Not thread-safe. */
public final class SampleProfile {
    private final UserId userId;
    private Optional<URI> avatar = Optional.empty();
    private Instant createdAt = Sample.NOW;

    SampleProfile(UserId userId) {
        this.userId = userId;
    }

    public SampleProfile avatar(String address) {
        avatar = Optional.of(URI.create(address));
        return this;
    }

    public SampleProfile createdAt(Instant moment) {
        createdAt = moment;
        return this;
    }

    public Profile build() {
        return new Profile(new ProfileId(Sample.id("prf")), userId, new DisplayName("Ada Łovelace"), avatar, createdAt);
    }
}
