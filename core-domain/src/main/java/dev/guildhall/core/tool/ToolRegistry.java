package dev.guildhall.core.tool;

import dev.guildhall.core.tool.connection.ConnectionRefresh;
import dev.guildhall.core.tool.connection.ConnectionRegistry;
import dev.guildhall.core.tool.connection.ConsentFlow;
import dev.guildhall.core.tool.connection.CredentialRefresher;
import dev.guildhall.core.tool.connection.EndedConnections;
import dev.guildhall.core.tool.connection.ErasedConnections;
import dev.guildhall.core.tool.connection.IntegrationEditor;
import dev.guildhall.core.tool.connection.IntegrationLogos;
import dev.guildhall.core.tool.connection.IntegrationService;
import dev.guildhall.core.tool.connection.PendingConsents;
import dev.guildhall.core.tool.connection.SignInDemands;
import dev.guildhall.core.tool.connection.ToolImports;
import dev.guildhall.ports.execution.ToolExecutions;
import dev.guildhall.ports.integration.Integrations;
import dev.guildhall.ports.tool.ServerRequests;
import dev.guildhall.ports.tool.Tools;

/** The tool registry, wired from its parts. */
public final class ToolRegistry {
    private final ToolFinder finder;
    private final Integrations integrations;
    private final Tools tools;
    private final ToolExecutions executions;
    private final ServerRequests serverRequests;
    private final ImportRound imports;
    private final CallerTools callerTools;
    private final ExecutionJournal journal;
    private final ErasedConnections erasedConnections;

    public ToolRegistry(ToolParts parts) {
        finder = new ToolFinder(parts);
        ToolImports results =
                new ToolImports(parts.clock(), parts.stores(), parts.endpoints().added());
        IntegrationLogos logos = new IntegrationLogos(
                parts.clock(), parts.stores(), parts.endpoints().added());
        ConnectionRegistry connectionRegistry = new ConnectionRegistry(
                parts.clock(),
                parts.stores().transactions(),
                parts.stores().accounts(),
                parts.stores().connections(),
                (connection, credential) -> imports().connected(connection, credential));
        SignInDemands demands = new SignInDemands(
                parts.endpoints(), parts.stores().connections(), parts.stores().integrations());
        CredentialRefresher credentials = credentials(parts, connectionRegistry);
        imports = new ImportRound(
                parts.threads(),
                parts.endpoints(),
                new ToolImport(parts),
                results,
                finder,
                new ImportingConnections(parts, credentials),
                demands,
                logos);
        integrations = new IntegrationService(
                parts.endpoints(),
                consents(parts, connectionRegistry),
                connectionRegistry,
                results,
                demands,
                new IntegrationEditor(
                        parts.clock(),
                        parts.stores(),
                        parts.permissions(),
                        parts.journal(),
                        parts.connector(),
                        parts.endpoints(),
                        parts.endpoints().added(),
                        new EndedConnections(parts.clock(), parts.threads(), parts.connectionLimits()),
                        finder::changed),
                parts.stores().tools(),
                logos,
                imports::start);
        erasedConnections = new ErasedConnections(
                parts.clock(), parts.endpoints(), parts.stores().connections(), parts.connectionLimits());
        ToolVisibility visibility =
                new ToolVisibility(parts.clock(), parts.stores().tools(), parts.limits());
        RecentSearches searches =
                new RecentSearches(parts.clock(), parts.limits().recentBytes());
        callerTools = new CallerTools(finder, parts.endpoints(), parts.limits().recentBytes());
        tools = new ToolService(parts, visibility, finder, callerTools, searches);
        journal = new ExecutionJournal(parts.clock(), parts.stores(), parts.node(), searches, parts.limits());
        ExecutionChecks checks = new ExecutionChecks(
                parts.endpoints(),
                parts.stores().tools(),
                credentials,
                parts.validator(),
                parts.stores().approvals());
        ToolAttempt attempt = new ToolAttempt(parts.ticker(), parts.threads(), credentials, demands, parts.limits());
        ModelSampling sampling = new ModelSampling(parts.completions());
        executions = new ToolExecutionService(parts, visibility, checks, attempt, journal, sampling);
        serverRequests = new ServerRequestService(
                parts.endpoints(),
                checks,
                credentials,
                demands,
                attempt,
                sampling,
                parts.limits().executionTimeout());
    }

    private static CredentialRefresher credentials(ToolParts parts, ConnectionRegistry connectionRegistry) {
        ConnectionRefresh refresh = new ConnectionRefresh(
                parts.clock(),
                parts.ticker(),
                parts.endpoints(),
                parts.stores().connections(),
                parts.connectionLimits());
        return new CredentialRefresher(
                parts.clock(), parts.threads(), connectionRegistry, refresh, parts.connectionLimits());
    }

    private static ConsentFlow consents(ToolParts parts, ConnectionRegistry connectionRegistry) {
        PendingConsents pending = new PendingConsents(
                parts.clock(), parts.secrets(), parts.stores().consents(), parts.connectionLimits());
        return new ConsentFlow(parts.publicAddress(), parts.allowedRedirects(), pending, connectionRegistry);
    }

    public Integrations integrations() {
        return integrations;
    }

    /** What ends the connections of erased accounts. */
    public ErasedConnections erasedConnections() {
        return erasedConnections;
    }

    public Tools tools() {
        return tools;
    }

    public ToolExecutions executions() {
        return executions;
    }

    public ServerRequests serverRequests() {
        return serverRequests;
    }

    /** Writes ends that could not be written before, and ends the executions of failed nodes; called periodically. */
    public void recordEnds() {
        journal.maintenance();
    }

    /** The tools that models of a caller receive. */
    public CallerTools callerTools() {
        return callerTools;
    }

    /** Updates the catalogue from the integrations. */
    public ImportRound imports() {
        return imports;
    }

    /** Updates the index, and computes missing embeddings of tools; called periodically, since models fail. */
    public void maintenance() {
        finder.maintenance();
    }
}
