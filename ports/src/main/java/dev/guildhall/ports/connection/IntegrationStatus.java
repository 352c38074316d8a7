package dev.guildhall.ports.connection;

import java.util.Optional;

/**
 * An integration, as one user has it.
 *
 * @param integration what it is
 * @param connection the user's; absent when there is none. One that needs none is always connected.
 */
public record IntegrationStatus(Integration integration, Optional<Connection> connection) {
    /** Whether its tools run for the user, as far as scopes allow. */
    public boolean isConnected() {
        return connection.isPresent() || integration.auth() instanceof AuthScheme.None;
    }
}
