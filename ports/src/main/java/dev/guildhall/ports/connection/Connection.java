package dev.guildhall.ports.connection;

import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.List;

/**
 * A user's connection to an integration. There is at most one of each.
 *
 * @param key whose, and to what
 * @param credential what proves it
 * @param grantedScopes what it is allowed, without repeats
 * @param connectedAt when the user connected
 * @param revision grows by one with every change of the credential, from 1
 */
public record Connection(Key key, Credential credential, List<Scope> grantedScopes, Instant connectedAt, int revision) {
    /**
     * Names a connection.
     *
     * @param userId whose
     * @param integration to what
     */
    public record Key(UserId userId, IntegrationName integration) {}

    public Connection {
        grantedScopes = grantedScopes.stream().distinct().toList();
    }
}
