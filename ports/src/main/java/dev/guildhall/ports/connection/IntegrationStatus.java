package dev.guildhall.ports.connection;

import java.util.Optional;

/**
 * An integration, as one user sees it.
 *
 * @param integration the integration
 * @param connection the user's connection; absent when there is none. An integration without authentication is always
 *     connected.
 */
public record IntegrationStatus(Integration integration, Optional<Connection> connection) {
    /** Whether its tools run for the user, as far as the granted scopes permit. */
    public boolean isConnected() {
        return connection.isPresent() || integration.auth() instanceof AuthScheme.None;
    }
}
