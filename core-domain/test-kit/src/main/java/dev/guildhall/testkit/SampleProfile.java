package dev.guildhall.testkit;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.profile.Avatar;
import dev.guildhall.ports.profile.Profile;
import java.time.Instant;
import java.util.Optional;

/** Builds a {@link Profile}. Not thread-safe. */
public final class SampleProfile {
    private final UserId userId;
    private Optional<Avatar> avatar = Optional.empty();
    private Instant createdAt = Sample.NOW;

    SampleProfile(UserId userId) {
        this.userId = userId;
    }

    public SampleProfile avatar(String address) {
        avatar = Optional.of(new Avatar(address));
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
