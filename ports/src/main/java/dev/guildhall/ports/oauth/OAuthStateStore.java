package dev.guildhall.ports.oauth;

import dev.guildhall.ports.UserData;
import java.time.Instant;
import java.util.Optional;

/** Driven port: sign-ins that were begun at a provider. Blocks. Takes part in {@code Transactions}. */
public interface OAuthStateStore extends UserData {
    /**
     * Stores a sign-in that has begun. Removes those that have expired, and the oldest of the same owner beyond the
     * limit.
     *
     * @param now the current time
     * @param most about how many are stored; 1 or more
     */
    void add(PendingOAuth pending, Instant now, int most);

    /**
     * Removes a sign-in and returns it. Of several calls at once exactly one gets it.
     *
     * @return empty when it is unknown, was taken, or has expired
     */
    Optional<PendingOAuth> take(OAuthStateHash hash, Instant now);
}
