package dev.guildhall.ports.authorization;

import dev.guildhall.ports.session.ClientId;
import java.time.Instant;
import java.util.Optional;

/** Driven port: clients that have registered. Blocks. Takes part in {@code Transactions}. */
public interface OAuthClientStore {
    /**
     * Stores a new client. Removes those beyond the limit: first the oldest of those that no user has connected, then
     * those whose last connection is the longest ago.
     *
     * @param now the current time
     * @param most about how many are stored; 1 or more
     */
    void add(OAuthClient client, Instant now, int most);

    /** The client of that identifier; empty when there is none. */
    Optional<OAuthClient> find(ClientId id);

    /** Notes that a user has connected the client; no effect when there is none. */
    void connected(ClientId id, Instant now);

    /**
     * Removes clients that registered before a moment and that no user has connected, and those whose last connection
     * was before another moment.
     *
     * @param most how many this call removes at most
     * @return how many it removed
     */
    int sweep(Instant registeredBefore, Instant connectedBefore, int most);
}
