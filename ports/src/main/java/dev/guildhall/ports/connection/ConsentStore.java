package dev.guildhall.ports.connection;

import java.time.Instant;
import java.util.Optional;

/** Driven port: connections that were begun. Blocks. Thread-safe; takes part in {@code Transactions}. */
public interface ConsentStore {
    /**
     * Keeps one that was begun. Forgets those that have expired, and the oldest of the same user's that are more than so
     * many.
     *
     * @param most how many one user may have waiting; 1 or more
     */
    void add(PendingConsent pending, Instant now, int most);

    /**
     * Takes one out. Of many calls at once exactly one gets it, and none does afterwards.
     *
     * @return empty when it is unknown, was taken, or has expired
     */
    Optional<PendingConsent> take(String stateHash, Instant now);
}
