package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConnectionStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Connections in memory, not encrypted since they are not stored on a disk. */
final class InMemoryConnectionStore implements ConnectionStore {
    private record Kept(Connection connection, Optional<Instant> leaseUntil) {
        boolean isAt(int revision) {
            return connection.revision() == revision;
        }

        boolean isStill(Connection other) {
            return isAt(other.revision()) && connection.connectedAt().equals(other.connectedAt());
        }

        boolean isFree(Instant now) {
            return leaseUntil.filter(now::isBefore).isEmpty();
        }
    }

    private final InMemoryTransactions transactions;
    private final UndoableMap<Connection.Key, Kept> connections;

    public InMemoryConnectionStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.connections = new UndoableMap<>(transactions);
    }

    @Override
    public Optional<Connection> find(Connection.Key key) {
        return transactions.guarded(() -> connections.get(key).map(Kept::connection));
    }

    @Override
    public List<Connection> ofUser(UserId userId) {
        return transactions.guarded(() -> connections.values().stream()
                .map(Kept::connection)
                .filter(one -> one.key().userId().equals(userId))
                .toList());
    }

    @Override
    public Connection put(Connection connection) {
        return transactions.guarded(() -> {
            int before = find(connection.key()).map(Connection::revision).orElse(0);
            return keep(connection, before + 1);
        });
    }

    private Connection keep(Connection connection, int revision) {
        Connection kept = new Connection(
                connection.key(),
                connection.credential(),
                connection.grantedScopes(),
                connection.connectedAt(),
                revision);
        connections.put(connection.key(), new Kept(kept, Optional.empty()));
        return kept;
    }

    @Override
    public Optional<Connection> remove(Connection.Key key) {
        return transactions.guarded(() -> connections.remove(key).map(Kept::connection));
    }

    @Override
    public boolean discard(Connection connection) {
        return transactions.guarded(() -> where(connection.key(), kept -> kept.isStill(connection))
                .flatMap(kept -> connections.remove(connection.key()))
                .isPresent());
    }

    @Override
    public boolean claimRefresh(Connection.Key key, int revision, Instant now, Instant leaseUntil) {
        return transactions.guarded(() -> {
            Optional<Kept> free = where(key, kept -> kept.isAt(revision) && kept.isFree(now));
            free.ifPresent(kept -> connections.put(key, new Kept(kept.connection(), Optional.of(leaseUntil))));
            return free.isPresent();
        });
    }

    @Override
    public Optional<Connection> refreshed(Connection refreshed) {
        return transactions.guarded(() -> where(refreshed.key(), kept -> kept.isStill(refreshed))
                .map(kept -> keep(refreshed, refreshed.revision() + 1)));
    }

    @Override
    public void releaseRefresh(Connection.Key key, int revision, Instant leaseUntil) {
        transactions.run(() -> where(
                        key, kept -> kept.isAt(revision) && kept.leaseUntil().equals(Optional.of(leaseUntil)))
                .ifPresent(kept -> connections.put(key, new Kept(kept.connection(), Optional.empty()))));
    }

    private Optional<Kept> where(Connection.Key key, Predicate<Kept> condition) {
        return connections.get(key).filter(condition);
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() ->
                connections.removeWhere(kept -> kept.connection().key().userId().equals(user), most));
    }
}
