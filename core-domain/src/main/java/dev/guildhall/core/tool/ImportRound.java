package dev.guildhall.core.tool;

import dev.guildhall.core.time.Threads;
import dev.guildhall.core.tool.connection.SignInDemands;
import dev.guildhall.core.tool.connection.ToolImports;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.ToolEndpoint;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
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

    ImportRound(
            Threads factory,
            CompositeEndpoints endpoints,
            ToolImport imports,
            ToolImports results,
            ToolFinder finder,
            ImportingConnections importers,
            SignInDemands demands) {
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
        for (ToolEndpoint endpoint : endpoints.all()) {
            IntegrationName name = endpoint.integration().name();
            switch (endpoint.integration().kind()) {
                case IN_PROCESS -> results.succeeded(name, imports.sync(endpoint, Optional.empty()));
                case HTTP -> attempt(endpoint);
                case MCP -> {
                    if (!isOpenServer(endpoint)) {
                        results.known(name, imports.activeTools(name));
                    }
                }
            }
        }
        finder.changed();
    }

    /** Whether there are integrations that have to be asked periodically. */
    public boolean hasServers() {
        return endpoints.all().stream().anyMatch(ImportRound::isOpenServer);
    }

    /**
     * Asks the servers that show their tools to all users, and with the connection of an admin those that asked for one,
     * in parallel; periodically, since their tools change.
     */
    public void remote() {
        demands.load();
        List<ToolEndpoint> servers =
                endpoints.all().stream().filter(ImportRound::isServer).toList();
        try (ExecutorService threads = factory.executor()) {
            servers.forEach(server -> threads.execute(() -> refresh(server)));
        }
    }

    private void refresh(ToolEndpoint server) {
        if (isOpenServer(server)) {
            attempt(server);
            return;
        }
        demands.keep(server);
        IntegrationName name = server.integration().name();
        results.known(name, imports.activeTools(name));
        try {
            importers.of(name).ifPresent(connection -> attempt(server, connection.key(), connection.credential()));
        } catch (Refusal ended) {
            LOG.log(
                    Level.WARNING,
                    "the tools of {0} stay as they are: {1}",
                    name,
                    ended.problem().message());
        }
    }

    /**
     * Asks an integration that shows its tools only to known users, when a user has connected to it. Does not block.
     */
    void connected(Connection.Key connection, Credential credential) {
        endpoints
                .find(connection.integration())
                .filter(endpoint -> isServer(endpoint) && !isOpenServer(endpoint) && importers.mayImport(connection))
                .ifPresent(server -> factory.run(
                        "import-" + connection.integration(), () -> attempt(server, connection, credential)));
    }

    private static boolean isServer(ToolEndpoint endpoint) {
        return endpoint.integration().kind() == IntegrationKind.MCP;
    }

    private static boolean isOpenServer(ToolEndpoint endpoint) {
        return isServer(endpoint) && endpoint.integration().auth() instanceof AuthScheme.None;
    }

    private void attempt(ToolEndpoint server) {
        IntegrationName name = server.integration().name();
        attempt(server, () -> openOrKnown(server, name), error -> results.failed(name, error));
    }

    /** A server that asks for a sign-in has not failed: its tools stay as they are until users connect to it. */
    private void openOrKnown(ToolEndpoint server, IntegrationName name) {
        try {
            results.succeeded(name, imports.sync(server, Optional.empty()));
        } catch (Refusal refusal) {
            if (!(refusal.problem() instanceof ToolProblem.IntegrationNotConnected)
                    || !(server.integration().auth() instanceof AuthScheme.OAuth2)) {
                throw refusal;
            }
            results.known(name, imports.activeTools(name));
        }
    }

    /** With the credential of one user: a fault of it, and how many tools it shows, says nothing about other users. */
    private void attempt(ToolEndpoint server, Connection.Key connection, Credential credential) {
        attempt(
                server,
                () -> {
                    imports.sync(server, Optional.of(credential));
                    importers.imported(connection);
                    results.succeeded(connection, imports.activeTools(connection.integration()));
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
