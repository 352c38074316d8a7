package dev.guildhall.ports.account;

import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * A second factor of an account.
 *
 * @param id names it
 * @param userId the account
 * @param kind its kind
 * @param secret what codes are computed from; stored encrypted
 * @param counter the last accepted step of time, so that a code is good once; 0 before the first code
 * @param isConfirmed whether the user has proved to have it; before that no sign-in needs it
 * @param createdAt when it was made
 * @param lastUsedAt when a code of it was accepted last; absent before the first time
 */
public record Factor(
        FactorId id,
        UserId userId,
        FactorKind kind,
        String secret,
        long counter,
        boolean isConfirmed,
        Instant createdAt,
        Optional<Instant> lastUsedAt) {
    @Override
    public String toString() {
        return "Factor[" + id.value() + "]";
    }
}
