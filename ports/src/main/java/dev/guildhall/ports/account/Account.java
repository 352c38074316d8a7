package dev.guildhall.ports.account;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * One person (or program) that can sign in.
 *
 * @param id never changes
 * @param email unique in the installation
 * @param passwordHash absent for an account that signs in with a provider alone
 * @param activeProfileId the profile that new tokens act as
 * @param createdAt when it was registered
 */
public record Account(
        UserId id, Email email, Optional<PasswordHash> passwordHash, ProfileId activeProfileId, Instant createdAt) {
    /** The same with another active profile. */
    public Account withActiveProfile(ProfileId other) {
        return new Account(id, email, passwordHash, other, createdAt);
    }
}
