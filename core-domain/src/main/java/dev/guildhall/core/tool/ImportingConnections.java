package dev.guildhall.core.tool;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.tool.connection.CredentialRefresher;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.tool.ToolEndpoint;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The connections that import the tools of servers which asked for a sign-in by themselves: those of admins, since the
 * tools are everyone's. The last one refreshes them (tools-25).
 */
final class ImportingConnections {
    /** The connections, the last one first, of which one is of an admin. */
    private static final int MOST = 10;

    private final Permissions permissions;
    private final AccountStore accounts;
    private final ConnectionStore connections;
    private final CredentialRefresher credentials;
    private final CompositeEndpoints endpoints;
    private final InstantSource clock;

    ImportingConnections(ToolParts parts, CredentialRefresher credentials) {
        this.clock = parts.clock();
        this.permissions = parts.permissions();
        this.accounts = parts.stores().accounts();
        this.connections = parts.stores().connections();
        this.credentials = credentials;
        this.endpoints = parts.endpoints();
    }

    /** The connection of the owner of a private integration, or of an admin to a server that asked for a sign-in by itself. */
    boolean mayImport(ToolEndpoint endpoint, Connection.Key key) {
        boolean isOfOther = endpoints
                .find(key.userId(), key.integration())
                .filter(seen ->
                        seen.integration().key().equals(endpoint.integration().key()))
                .isEmpty();
        if (isOfOther) {
            return false;
        }
        return endpoint.integration().owner().isPresent()
                || !endpoint.asksForSignIn()
                || accounts.overview(key.userId())
                        .filter(known -> permissions.rolesOf(known.account()).contains(Role.ADMIN))
                        .isPresent();
    }

    void imported(ToolEndpoint endpoint, Connection.Key key) {
        if (endpoint.asksForSignIn()) {
            connections.imported(key, clock.instant());
        }
    }

    /** The connection that refreshes the tools of a server, with a valid credential; empty when there is none. */
    Optional<Connection> of(ToolEndpoint endpoint) {
        Integration integration = endpoint.integration();
        List<Connection> candidates = integration
                .owner()
                .map(owner -> connections.find(new Connection.Key(owner, integration.name())).stream()
                        .toList())
                .orElseGet(() -> connections.importers(integration.name(), MOST));
        return candidates.stream()
                .filter(connection -> mayImport(endpoint, connection.key()))
                .findFirst()
                .map(credentials::fresh);
    }
}
