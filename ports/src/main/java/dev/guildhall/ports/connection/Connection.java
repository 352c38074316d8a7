package dev.guildhall.ports.connection;

import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.List;

/**
 * A user's connection to an integration. A user has at most one to each integration.
 *
 * @param key the user and the integration
 * @param credential what authenticates the user at the integration
 * @param grantedScopes the granted scopes, without repeats
 * @param connectedAt when the user connected
 * @param revision grows by one with every change of the credential, from 1
 */
public record Connection(Key key, Credential credential, List<Scope> grantedScopes, Instant connectedAt, int revision) {
    /**
     * Identifies a connection.
     *
     * @param userId its owner
     * @param integration the integration
     */
    public record Key(UserId userId, IntegrationName integration) {}

    public Connection {
        grantedScopes = grantedScopes.stream().distinct().toList();
    }
}
