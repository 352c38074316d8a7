package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.connection.SignInDemand;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Connections in memory, not encrypted since they are not stored on a disk. */
final class InMemoryConnectionStore implements ConnectionStore {
    private record Kept(
            Connection connection, Optional<Instant> leaseUntil, List<Scope> missing, Optional<Instant> importedAt) {
        Kept(Connection connection) {
            this(connection, Optional.empty(), List.of(), Optional.empty());
        }

        Kept leasedUntil(Optional<Instant> end) {
            return new Kept(connection, end, missing, importedAt);
        }

        Kept refreshed(Connection other) {
            return new Kept(other, Optional.empty(), missing, importedAt);
        }

        Kept lacking(List<Scope> scopes) {
            return new Kept(connection, leaseUntil, scopes, importedAt);
        }

        Kept imported(Instant at) {
            return new Kept(connection, leaseUntil, missing, Optional.of(at));
        }

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
    private final UndoableMap<IntegrationName, SignInDemand> demands;

    public InMemoryConnectionStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.connections = new UndoableMap<>(transactions);
        this.demands = new UndoableMap<>(transactions);
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
            return keep(new Kept(at(connection, before + 1)));
        });
    }

    private static Connection at(Connection connection, int revision) {
        return new Connection(
                connection.key(),
                connection.credential(),
                connection.grantedScopes(),
                connection.connectedAt(),
                revision);
    }

    private Connection keep(Kept kept) {
        connections.put(kept.connection().key(), kept);
        return kept.connection();
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
            free.ifPresent(kept -> keep(kept.leasedUntil(Optional.of(leaseUntil))));
            return free.isPresent();
        });
    }

    @Override
    public Optional<Connection> refreshed(Connection refreshed) {
        return transactions.guarded(() -> where(refreshed.key(), kept -> kept.isStill(refreshed))
                .map(kept -> keep(kept.refreshed(at(refreshed, refreshed.revision() + 1)))));
    }

    @Override
    public void releaseRefresh(Connection.Key key, int revision, Instant leaseUntil) {
        transactions.run(() -> where(
                        key, kept -> kept.isAt(revision) && kept.leaseUntil().equals(Optional.of(leaseUntil)))
                .ifPresent(kept -> keep(kept.leasedUntil(Optional.empty()))));
    }

    @Override
    public void lacks(Connection.Key key, List<Scope> scopes, int most) {
        transactions.run(() -> connections
                .get(key)
                .ifPresent(kept -> keep(kept.lacking(Stream.concat(kept.missing().stream(), scopes.stream())
                        .distinct()
                        .sorted(Comparator.comparing(Scope::value))
                        .limit(most)
                        .toList()))));
    }

    @Override
    public List<Scope> missing(Connection.Key key) {
        return transactions.guarded(
                () -> connections.get(key).map(Kept::missing).orElse(List.of()));
    }

    @Override
    public void imported(Connection.Key key, Instant at) {
        transactions.run(() -> connections.get(key).ifPresent(kept -> keep(kept.imported(at))));
    }

    @Override
    public List<Connection> importers(IntegrationName integration, int most) {
        return transactions.guarded(() -> connections.values().stream()
                .filter(kept -> kept.connection().key().integration().equals(integration))
                .filter(kept -> kept.importedAt().isPresent())
                .sorted(Comparator.comparing((Kept kept) -> kept.importedAt().orElseThrow())
                        .reversed()
                        .thenComparing(kept -> kept.connection().key().userId().value()))
                .limit(most)
                .map(Kept::connection)
                .toList());
    }

    @Override
    public List<Connection> removeAll(Integration.Key integration, Collection<UserId> apart, int most) {
        return transactions.inTransaction(() -> {
            Predicate<Kept> isAt = kept -> isAt(kept.connection().key(), integration, apart);
            List<Connection> last = connections
                    .where(isAt)
                    .map(Kept::connection)
                    .sorted(Comparator.comparing(Connection::connectedAt).reversed())
                    .limit(most)
                    .toList();
            connections.removeWhere(isAt);
            return last;
        });
    }

    static boolean isAt(Connection.Key key, Integration.Key integration, Collection<UserId> apart) {
        return key.integration().equals(integration.name())
                && integration.owner().map(key.userId()::equals).orElseGet(() -> !apart.contains(key.userId()));
    }

    @Override
    public void demanded(SignInDemand demand) {
        transactions.run(() -> demands.put(demand.integration(), demand));
    }

    @Override
    public List<SignInDemand> demands() {
        return transactions.guarded(() -> demands.values().stream()
                .sorted(Comparator.comparing(demand -> demand.integration().value()))
                .toList());
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
