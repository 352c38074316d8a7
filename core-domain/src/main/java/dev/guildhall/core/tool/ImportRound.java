package dev.guildhall.core.tool;

import dev.guildhall.core.time.Threads;
import dev.guildhall.core.tool.connection.IntegrationLogos;
import dev.guildhall.core.tool.connection.SignInDemands;
import dev.guildhall.core.tool.connection.ToolImports;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.integration.ImportResult;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.ToolEndpoint;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/** Asks all integrations for their tools. An integration that does not respond keeps its known tools. */
public final class ImportRound {
    private static final Logger LOG = System.getLogger(ImportRound.class.getName());

    private final CompositeEndpoints endpoints;
    private final ToolImport imports;
    private final Threads factory;
    private final ToolImports results;
    private final ToolFinder finder;
    private final ImportingConnections importers;
    private final SignInDemands demands;
    private final IntegrationLogos logos;
    private final Set<Integration.Key> underWay = ConcurrentHashMap.newKeySet();

    ImportRound(
            Threads factory,
            CompositeEndpoints endpoints,
            ToolImport imports,
            ToolImports results,
            ToolFinder finder,
            ImportingConnections importers,
            SignInDemands demands,
            IntegrationLogos logos) {
        this.logos = logos;
        this.demands = demands;
        this.importers = importers;
        this.factory = factory;
        this.results = results;
        this.finder = finder;
        this.endpoints = endpoints;
        this.imports = imports;
    }

    /**
     * Asks integrations that need no network: at start, before the first call. One that cannot be used does not keep the
     * server from starting.
     */
    public void local() {
        demands.load();
        for (ToolEndpoint endpoint : endpoints.fixed()) {
            IntegrationName name = endpoint.integration().name();
            switch (endpoint.integration().kind()) {
                case IN_PROCESS -> results.succeeded(name, imports.sync(endpoint, Optional.empty()));
                case HTTP, OPENAPI -> attempt(endpoint);
                case MCP -> {
                    if (!isOpenServer(endpoint)) {
                        results.known(name, imports.activeTools(endpoint.integration()));
                    }
                }
            }
        }
        finder.changed();
    }

    /**
     * Asks the servers that show their tools to all users, and with the connection of an admin those that asked for one,
     * in parallel; periodically, since their tools change.
     */
    public void remote() {
        demands.load();
        List<ToolEndpoint> servers =
                endpoints.loaded().stream().filter(ImportRound::isServer).toList();
        try (ExecutorService threads = factory.executor()) {
            servers.forEach(server -> threads.execute(() -> {
                refresh(server);
                logos.fetch(server);
            }));
        }
    }

    /** Asks one integration, unless this node is asking it. Does not block. */
    void start(ToolEndpoint endpoint) {
        Integration.Key key = endpoint.integration().key();
        if (underWay.add(key)) {
            factory.run("import-" + key.name(), () -> {
                try {
                    refresh(endpoint);
                } finally {
                    underWay.remove(key);
                }
                logos.fetch(endpoint);
            });
        }
    }

    private void refresh(ToolEndpoint server) {
        if (server.integration().kind() == IntegrationKind.OPENAPI) {
            attempt(server, () -> openOrKnown(endpoints.added().fetched(server)), error -> failed(server, error));
            return;
        }
        if (!isServer(server) || isOpenServer(server)) {
            attempt(server);
            return;
        }
        demands.keep(server);
        asked(server);
        try {
            importers.of(server).ifPresent(connection -> attempt(server, connection.key(), connection.credential()));
        } catch (Refusal ended) {
            LOG.log(
                    Level.WARNING,
                    "the tools of {0} stay as they are: {1}",
                    server.integration().name(),
                    ended.problem().message());
        }
    }

    /** The tools of a server that shows them only to known users stay as they are. */
    private void asked(ToolEndpoint server) {
        Integration integration = server.integration();
        if (integration.source() == Integration.Source.HTTP) {
            results.added(server, ImportResult::asked);
        } else {
            results.known(integration.name(), imports.activeTools(integration));
        }
    }

    /**
     * Asks an integration that shows its tools only to known users, when a user has connected to it. Does not block.
     */
    void connected(Connection.Key connection, Credential credential) {
        endpoints
                .find(connection.userId(), connection.integration())
                .filter(endpoint ->
                        isServer(endpoint) && !isOpenServer(endpoint) && importers.mayImport(endpoint, connection))
                .ifPresent(server -> factory.run("import-" + connection.integration(), () -> {
                    attempt(server, connection, credential);
                    logos.want(server.integration().key());
                    logos.fetch(server);
                }));
    }

    private static boolean isServer(ToolEndpoint endpoint) {
        return endpoint.integration().kind() == IntegrationKind.MCP;
    }

    private static boolean isOpenServer(ToolEndpoint endpoint) {
        return isServer(endpoint) && endpoint.integration().auth() instanceof AuthScheme.None;
    }

    private void attempt(ToolEndpoint server) {
        attempt(server, () -> openOrKnown(server), error -> failed(server, error));
    }

    private void failed(ToolEndpoint server, String error) {
        if (server.integration().source() == Integration.Source.HTTP) {
            results.added(server, (before, now) -> before.failed(now, error));
        } else {
            results.failed(server.integration().name(), error);
        }
    }

    /** A server that asks for a sign-in has not failed: its tools stay as they are until users connect to it. */
    private void openOrKnown(ToolEndpoint server) {
        try {
            int tools = imports.sync(server, Optional.empty());
            if (server.integration().source() != Integration.Source.HTTP) {
                results.succeeded(server.integration().name(), tools);
            }
        } catch (Refusal refusal) {
            if (!(refusal.problem() instanceof ToolProblem.IntegrationNotConnected)
                    || !(server.integration().auth() instanceof AuthScheme.OAuth2)) {
                throw refusal;
            }
            asked(server);
        }
    }

    /** With the credential of one user: a fault of it, and how many tools it shows, says nothing about other users. */
    private void attempt(ToolEndpoint server, Connection.Key connection, Credential credential) {
        attempt(
                server,
                () -> {
                    imports.sync(server, Optional.of(credential));
                    importers.imported(server, connection);
                    results.succeeded(connection, imports.activeTools(server.integration()));
                },
                error -> results.failed(connection, error));
    }

    private void attempt(ToolEndpoint server, Runnable sync, Consumer<String> failed) {
        try {
            sync.run();
            finder.changed();
        } catch (Refusal unavailable) {
            failed.accept(unavailable.problem().message());
            LOG.log(
                    Level.WARNING,
                    "the tools of {0} stay as they are: {1}",
                    server.integration().name(),
                    unavailable.problem().message());
        } catch (RuntimeException failure) {
            failed.accept("its tools could not be imported; the log says why");
            LOG.log(Level.WARNING, "the tools of " + server.integration().name() + " could not be imported", failure);
        } finally {
            demands.keep(server);
        }
    }
}
