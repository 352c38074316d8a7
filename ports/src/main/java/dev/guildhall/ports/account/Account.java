package dev.guildhall.ports.account;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * One person (or program) that can sign in.
 *
 * @param id never changes
 * @param email unique in the installation; absent for a user of a provider that names none, who has no sign-in with a
 *     password (accounts-28)
 * @param emailVerified whether it is proved that the user owns the address; after a registration with a password it is
 *     not
 * @param passwordHash absent for an account that signs in with a provider alone
 * @param activeProfileId the profile that new tokens act as
 * @param createdAt when it was registered
 * @param rights what the administrators have decided about it
 */
public record Account(
        UserId id,
        Optional<Email> email,
        boolean emailVerified,
        Optional<PasswordHash> passwordHash,
        ProfileId activeProfileId,
        Instant createdAt,
        AccountRights rights) {
    /** Creates an account about which no administrator has decided anything. */
    public Account(
            UserId id,
            Optional<Email> email,
            boolean emailVerified,
            Optional<PasswordHash> passwordHash,
            ProfileId activeProfileId,
            Instant createdAt) {
        this(id, email, emailVerified, passwordHash, activeProfileId, createdAt, AccountRights.DEFAULT);
    }

    /** The same account with another active profile. */
    public Account withActiveProfile(ProfileId other) {
        return new Account(id, email, emailVerified, passwordHash, other, createdAt, rights);
    }

    /** The same account with other rights. */
    public Account withRights(AccountRights other) {
        return new Account(id, email, emailVerified, passwordHash, activeProfileId, createdAt, other);
    }

    /** The same account with another password. */
    public Account withPasswordHash(PasswordHash hash) {
        return new Account(id, email, emailVerified, Optional.of(hash), activeProfileId, createdAt, rights);
    }

    /** The same account with a verified address. */
    public Account withVerifiedEmail() {
        return new Account(id, email, true, passwordHash, activeProfileId, createdAt, rights);
    }
}
