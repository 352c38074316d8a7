package dev.guildhall.ports.connection;

import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Driven port: connections to integrations, their credentials encrypted at rest with their owner as associated data.
 * Blocks. Thread-safe; takes part in {@code Transactions}.
 */
public interface ConnectionStore {
    /** The one of that name. */
    Optional<Connection> find(Connection.Key key);

    /** All of a user. */
    List<Connection> ofUser(UserId userId);

    /**
     * Keeps a connection in place of the one that there may be, whose refresh, if one goes on, comes to nothing.
     *
     * @return what is kept: its revision is one more than that of the one before
     */
    Connection put(Connection connection);

    /** Takes one away and hands it out, for a revocation; of many calls at once one gets it. */
    Optional<Connection> remove(Connection.Key key);

    /**
     * Takes one away if it is still the one that is given: with its revision, and from the same moment of connecting.
     *
     * @return whether it was; false when somebody connected, disconnected or refreshed meanwhile
     */
    boolean discard(Connection connection);

    /**
     * Takes on the refresh of a credential. Of many calls at once, on all nodes, one gets it, until the lease is over.
     *
     * @param revision of the credential that is to be refreshed
     * @return whether it is the caller's: false when somebody else has it or the revision has passed
     */
    boolean claimRefresh(Connection.Key key, int revision, Instant now, Instant leaseUntil);

    /**
     * Replaces the credential of the connection and what it is granted, if the connection is still the one whose refresh
     * was claimed, and gives up the lease.
     *
     * @param refreshed with the revision and the moment of connecting that it had when the refresh was claimed
     * @return what is kept; empty when somebody connected or disconnected meanwhile, and nothing is written then
     */
    Optional<Connection> refreshed(Connection refreshed);

    /**
     * Gives up the lease of a refresh that failed; nothing happens when the revision has passed or the lease is not that
     * one any more, for then it may be somebody else's.
     */
    void releaseRefresh(Connection.Key key, int revision, Instant leaseUntil);
}
