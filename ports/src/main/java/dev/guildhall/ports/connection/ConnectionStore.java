package dev.guildhall.ports.connection;

import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Driven port: connections to integrations, their credentials encrypted at rest with their owner as associated data.
 * Blocks. Takes part in {@code Transactions}.
 */
public interface ConnectionStore extends UserData {
    /** The connection with that key; empty when there is none. */
    Optional<Connection> find(Connection.Key key);

    /** All connections of a user. */
    List<Connection> ofUser(UserId userId);

    /**
     * Stores a connection and replaces an existing one. A refresh of the replaced connection that is running has no
     * effect.
     *
     * @return the stored connection: its revision is one more than that of the one before
     */
    Connection put(Connection connection);

    /** Removes a connection and returns it, for a revocation; of several calls at once one gets it. */
    Optional<Connection> remove(Connection.Key key);

    /**
     * Removes a connection if it still has the given revision and the same time of connecting.
     *
     * @return whether it was removed; false when it was connected, disconnected or refreshed in the meantime
     */
    boolean discard(Connection connection);

    /**
     * Claims the refresh of a credential. Of several calls at once, on all nodes, one gets the lease, which ends at the
     * given time.
     *
     * @param revision the revision of the credential to refresh
     * @return whether the caller has the lease: false when another caller has it or the revision has changed
     */
    boolean claimRefresh(Connection.Key key, int revision, Instant now, Instant leaseUntil);

    /**
     * Replaces the credential and the granted scopes of a connection whose refresh the caller claimed, and releases the
     * lease.
     *
     * @param refreshed with the revision and the time of connecting that it had when the refresh was claimed
     * @return the stored connection; empty, with nothing written, when it was connected or disconnected in the meantime
     */
    Optional<Connection> refreshed(Connection refreshed);

    /**
     * Releases the lease of a refresh that failed; nothing happens when the revision has changed or another caller has
     * the lease.
     */
    void releaseRefresh(Connection.Key key, int revision, Instant leaseUntil);

    /**
     * Adds scopes that the integration found missing to those of a connection; nothing happens without the connection. A
     * new connection lacks none.
     *
     * @param most the largest number of missing scopes of a connection; those beyond it are left out
     */
    void lacks(Connection.Key key, List<Scope> scopes, int most);

    /** The scopes that an integration found missing, in order of their names; empty without the connection. */
    List<Scope> missing(Connection.Key key);

    /** Stores that the tools of an integration were imported with a connection; nothing happens without the connection. */
    void imported(Connection.Key key, Instant at);

    /**
     * The connections with which the tools of an integration were imported, the last one first.
     *
     * @param most the largest number of them; 1 or more
     */
    List<Connection> importers(IntegrationName integration, int most);

    /**
     * Removes all connections to an integration: of a private one that of its owner, of a shared one those of all users.
     *
     * @param apart users who have a private integration of that name, whose connections stay
     * @param most how many of them are returned at most, 1 or more
     * @return the removed connections that were connected last, for their revocation
     */
    List<Connection> removeAll(Integration.Key integration, Collection<UserId> apart, int most);

    /** Stores what a server asked for, and replaces what it asked for before. */
    void demanded(SignInDemand demand);

    /** What all servers asked for last, ordered by integration. */
    List<SignInDemand> demands();
}
