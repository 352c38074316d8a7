package dev.guildhall.core.tool.connection;

import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.Scope;
import java.util.List;
import java.util.Optional;

/** What a connection is good for, seen from the integration as it is declared now. Pure. */
public final class GrantedScopes {
    private GrantedScopes() {}

    /**
     * The scopes that a tool needs and the connection does not have, in the order of the tool.
     *
     * @param connection as {@link CredentialRefresher#connectionOf} gives it; without one nothing is granted
     */
    public static List<Scope> missing(List<Scope> required, Optional<Connection> connection) {
        List<Scope> granted = connection.map(Connection::grantedScopes).orElse(List.of());
        return required.stream().filter(scope -> !granted.contains(scope)).toList();
    }

    /**
     * The connection as it counts: none whose credential is of a kind that the integration does not take any more, and a
     * key is allowed what keys are taken to be allowed now.
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
