package dev.guildhall.core.tool.connection;

import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.Scope;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The connections of users. Nothing is written for an account that does not exist. */
public final class ConnectionRegistry {
    private static final int MOST_SCOPES = 100;

    private final InstantSource clock;
    private final Transactions transactions;
    private final AccountStore accounts;
    private final ConnectionStore connections;
    private final BiConsumer<Connection.Key, Credential> connected;

    public ConnectionRegistry(
            InstantSource clock, Transactions transactions, AccountStore accounts, ConnectionStore connections) {
        this(clock, transactions, accounts, connections, (connection, credential) -> {});
    }

    /** The consumer receives each new connection, after it was written; it must not block. */
    public ConnectionRegistry(
            InstantSource clock,
            Transactions transactions,
            AccountStore accounts,
            ConnectionStore connections,
            BiConsumer<Connection.Key, Credential> connected) {
        this.connected = connected;
        this.clock = clock;
        this.transactions = transactions;
        this.accounts = accounts;
        this.connections = connections;
    }

    /** A user's connections to these integrations, as far as they count now. */
    Map<Integration, Connection> of(UserId userId, List<Integration> integrations) {
        Map<Connection.Key, Connection> kept =
                connections.ofUser(userId).stream().collect(Collectors.toMap(Connection::key, Function.identity()));
        return integrations.stream()
                .flatMap(integration -> counting(kept, userId, integration).stream()
                        .map(connection -> Map.entry(integration, connection)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static Optional<Connection> counting(
            Map<Connection.Key, Connection> kept, UserId userId, Integration integration) {
        Connection.Key key = new Connection.Key(userId, integration.name());
        return GrantedScopes.counting(integration, Optional.ofNullable(kept.get(key)));
    }

    Optional<Connection> find(UserId userId, Integration integration) {
        return GrantedScopes.counting(integration, connections.find(new Connection.Key(userId, integration.name())));
    }

    /** The address and the name of an account, as people know it; its identifier when it was erased meanwhile. */
    String nameOf(UserId userId) {
        return accounts.overview(userId)
                .map(known -> known.account().email().map(Email::value).orElse(userId.value()) + " ("
                        + known.displayName().value() + ")")
                .orElse(userId.value());
    }

    /** Connects; false when there is no such account. */
    boolean connect(Connection.Key key, Credential credential, List<Scope> granted) {
        Connection connection = new Connection(key, credential, granted, clock.instant(), 1);
        boolean there = whileThere(key.userId(), () -> connections.put(connection));
        if (there) {
            connected.accept(key, credential);
        }
        return there;
    }

    /** Remembers the scopes that an integration found missing, for the next request to connect. */
    void lacks(Connection.Key key, List<Scope> scopes) {
        connections.lacks(key, scopes, MOST_SCOPES);
    }

    List<Scope> missing(Connection.Key key) {
        return connections.missing(key);
    }

    /** Does the work in the transaction that finds the account; false when there is no such account. */
    boolean whileThere(UserId userId, Runnable work) {
        return transactions.inTransaction(() -> {
            boolean there = accounts.lock(userId).isPresent();
            if (there) {
                work.run();
            }
            return there;
        });
    }

    /** Ends a connection here and returns it. */
    Optional<Connection> remove(Connection.Key key) {
        return connections.remove(key);
    }
}
