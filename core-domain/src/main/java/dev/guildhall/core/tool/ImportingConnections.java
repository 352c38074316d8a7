package dev.guildhall.core.tool;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.tool.connection.CredentialRefresher;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolEndpoint;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
    private final Set<IntegrationName> open;
    private final InstantSource clock;

    ImportingConnections(ToolParts parts, CredentialRefresher credentials) {
        this.clock = parts.clock();
        this.permissions = parts.permissions();
        this.accounts = parts.stores().accounts();
        this.connections = parts.stores().connections();
        this.credentials = credentials;
        this.open = parts.endpoints().all().stream()
                .map(ToolEndpoint::integration)
                .filter(integration -> integration.auth() instanceof AuthScheme.None)
                .map(Integration::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    boolean mayImport(Connection.Key key) {
        return !open.contains(key.integration())
                || accounts.overview(key.userId())
                        .filter(known -> permissions.rolesOf(known.account()).contains(Role.ADMIN))
                        .isPresent();
    }

    void imported(Connection.Key key) {
        if (open.contains(key.integration())) {
            connections.imported(key, clock.instant());
        }
    }

    /** The connection that refreshes the tools of a server, with a valid credential; empty when there is none. */
    Optional<Connection> of(IntegrationName integration) {
        return connections.importers(integration, MOST).stream()
                .filter(connection -> mayImport(connection.key()))
                .findFirst()
                .map(credentials::fresh);
    }
}
