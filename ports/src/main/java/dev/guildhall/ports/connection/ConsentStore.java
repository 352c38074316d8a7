package dev.guildhall.ports.connection;

import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/** Driven port: requests to connect that wait for a consent. Blocks. Takes part in {@code Transactions}. */
public interface ConsentStore extends UserData {
    /**
     * Stores a request. Removes those that have expired, and the user's oldest ones beyond the limit.
     *
     * @param most how many requests of one user may wait; 1 or more
     */
    void add(PendingConsent pending, Instant now, int most);

    /** The request, which stays; empty when it is unknown, was taken, or has expired. */
    Optional<PendingConsent> find(String stateHash, Instant now);

    /**
     * Removes a request and returns it. Of several calls at once exactly one gets it.
     *
     * @return empty when it is unknown, was taken, or has expired
     */
    Optional<PendingConsent> take(String stateHash, Instant now);

    /**
     * Removes all requests for an integration: of a private one those of its owner, of a shared one those of all users.
     *
     * @param apart users who have a private integration of that name, whose requests stay
     */
    void removeAll(Integration.Key integration, Collection<UserId> apart);
}
