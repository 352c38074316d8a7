package dev.guildhall.core.tool.connection;

import dev.guildhall.core.config.ConnectionLimits;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.tool.ToolEndpoints;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/**
 * Ends the connections of an erased account as a disconnect does, also at the providers. Asks providers: never call it
 * in a transaction.
 */
public final class ErasedConnections implements Consumer<UserId> {
    private final InstantSource clock;
    private final ToolEndpoints endpoints;
    private final ConnectionStore connections;
    private final ConnectionLimits limits;

    public ErasedConnections(
            InstantSource clock, ToolEndpoints endpoints, ConnectionStore connections, ConnectionLimits limits) {
        this.clock = clock;
        this.endpoints = endpoints;
        this.connections = connections;
        this.limits = limits;
    }

    /** After the time for one account, the connections that are left end in this installation alone. */
    @Override
    public void accept(UserId userId) {
        Instant end = clock.instant().plus(limits.revocationsOfAccount());
        List<Connection> all = connections.ofUser(userId);
        for (Connection connection : all) {
            if (connections.remove(connection.key()).isPresent()
                    && clock.instant().isBefore(end)) {
                endpoints
                        .find(userId, connection.key().integration())
                        .ifPresent(endpoint -> Revocations.attempt(endpoint, connection));
            }
        }
    }
}
