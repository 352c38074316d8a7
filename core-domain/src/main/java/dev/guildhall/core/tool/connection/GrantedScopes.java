package dev.guildhall.core.tool.connection;

import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.Scope;
import java.util.List;
import java.util.Optional;

/** The scopes of a connection, according to the integration's current configuration. Pure functions. */
public final class GrantedScopes {
    private GrantedScopes() {}

    /**
     * The scopes that a tool needs and the connection does not have, in the order of the tool; without a connection
     * all.
     */
    public static List<Scope> missing(List<Scope> required, Optional<Connection> connection) {
        List<Scope> granted = connection.map(Connection::grantedScopes).orElse(List.of());
        return required.stream().filter(scope -> !granted.contains(scope)).toList();
    }

    /**
     * The connection as it counts now: none when the integration does not accept its kind of credential any more; a key
     * has the scopes that the integration assumes now.
     */
    static Optional<Connection> counting(Integration integration, Optional<Connection> kept) {
        return switch (integration.auth()) {
            case AuthScheme.None ignored -> Optional.empty();
            case AuthScheme.ApiKey(List<Scope> scopes) ->
                kept.filter(connection -> connection.credential() instanceof Credential.ApiKey)
                        .map(connection -> granted(connection, scopes));
            case AuthScheme.OAuth2 ignored ->
                kept.filter(connection -> connection.credential() instanceof Credential.OAuthTokens);
        };
    }

    private static Connection granted(Connection connection, List<Scope> scopes) {
        return new Connection(
                connection.key(), connection.credential(), scopes, connection.connectedAt(), connection.revision());
    }
}
