package dev.guildhall.ports.account;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.passkey.Passkey;
import java.time.Instant;
import java.util.Optional;

/**
 * A second factor of an account: either the secret of an authenticator application or a passkey.
 *
 * @param id names it
 * @param userId the account
 * @param secret what an application computes codes from; stored encrypted
 * @param passkey a passkey
 * @param counter of an application: the last accepted step of time, so that a code is good once; 0 before the first code. Of a
 *     passkey: that of its last signature; 0 where the authenticator does not count
 * @param isConfirmed whether the user has proved to have it; before that no sign-in needs it
 * @param createdAt when it was made
 * @param lastUsedAt when it was accepted last; absent before the first time
 */
public record Factor(
        FactorId id,
        UserId userId,
        Optional<String> secret,
        Optional<Passkey> passkey,
        long counter,
        boolean isConfirmed,
        Instant createdAt,
        Optional<Instant> lastUsedAt) {
    public Factor {
        if (secret.isPresent() == passkey.isPresent()) {
            throw new IllegalArgumentException("a factor is either a secret or a passkey");
        }
    }

    /** Its kind. */
    public FactorKind kind() {
        return passkey.isPresent() ? FactorKind.PASSKEY : FactorKind.TOTP;
    }

    /** It after it was accepted with this counter at that time. */
    public Factor accepted(long next, Instant now) {
        return new Factor(id, userId, secret, passkey, next, true, createdAt, Optional.of(now));
    }

    @Override
    public String toString() {
        return "Factor[" + id.value() + "]";
    }
}
