package dev.guildhall.ports.oauth;

import java.time.Instant;
import java.util.Optional;

/** Driven port: sign-ins that were begun at a provider. Blocks. Thread-safe; takes part in {@code Transactions}. */
public interface OAuthStateStore {
    /**
     * Keeps one that was begun. Forgets those that have expired, and the oldest of those that are more than so many, so
     * that a flood pushes out others' forgotten tabs before it keeps anybody from signing in.
     *
     * @param now the present
     * @param most how many are kept, about; 1 or more
     */
    void add(PendingOAuth pending, Instant now, int most);

    /**
     * Takes one out. Of many calls at once exactly one gets it, and none does afterwards.
     *
     * @return empty when it is unknown, was taken, or has expired
     */
    Optional<PendingOAuth> take(OAuthStateHash hash, Instant now);
}
