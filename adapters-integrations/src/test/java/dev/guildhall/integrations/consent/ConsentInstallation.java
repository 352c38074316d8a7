package dev.guildhall.integrations.consent;

import dev.guildhall.core.account.AuditJournal;
import dev.guildhall.core.config.ConnectionLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.inmemory.defaults.NoIntegrations;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.core.inmemory.defaults.TimeOrderedIds;
import dev.guildhall.core.security.AllowedRedirects;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.time.Threads;
import dev.guildhall.core.tool.connection.ConnectionRefresh;
import dev.guildhall.core.tool.connection.ConnectionRegistry;
import dev.guildhall.core.tool.connection.ConsentFlow;
import dev.guildhall.core.tool.connection.CredentialRefresher;
import dev.guildhall.core.tool.connection.EndedConnections;
import dev.guildhall.core.tool.connection.IntegrationDirectory;
import dev.guildhall.core.tool.connection.IntegrationEditor;
import dev.guildhall.core.tool.connection.IntegrationLogos;
import dev.guildhall.core.tool.connection.IntegrationService;
import dev.guildhall.core.tool.connection.PendingConsents;
import dev.guildhall.core.tool.connection.SignInDemands;
import dev.guildhall.core.tool.connection.ToolImports;
import dev.guildhall.integrations.provider.ProviderHttp;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.BegunConnection;
import dev.guildhall.ports.connection.ConnectRequest;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.ConsentResponse;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolEndpoints;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A core in memory with one integration whose provider is a strict one; the test advances the time. */
final class ConsentInstallation {
    static final IntegrationName ACME = new IntegrationName("acme");

    private static final RedirectUri BACK = new RedirectUri("https://app.example/done?tab=2");

    /** An integration that has only its provider. */
    private record Endpoint(Integration integration, ConsentGateway gateway) implements ToolEndpoint {
        @Override
        public Optional<ConsentGateway> consent() {
            return Optional.of(gateway);
        }

        @Override
        public List<ToolDefinition> tools(Optional<Credential> credential) {
            return List.of();
        }

        @Override
        public ToolOutcome invoke(ToolInvocation invocation) {
            return new ToolOutcome.Failure(FailureKind.UNKNOWN_TOOL, "there are none");
        }
    }

    final ManualTicker time = new ManualTicker(Sample.NOW);

    private final Stores stores = InMemoryStores.empty();
    private final ConnectionStore connections = stores.connections();
    private final ConnectionRegistry connectionRegistry =
            new ConnectionRegistry(time, stores.transactions(), stores.accounts(), connections);
    private final ToolEndpoints endpoints;
    private final IntegrationService service;

    ConsentInstallation(OAuthClientOptions options, ProviderHttp http) {
        Integration integration = new Integration(
                ACME,
                "Acme",
                "for tests",
                IntegrationKind.HTTP,
                new AuthScheme.OAuth2(scopes("read", "write"), true),
                Set.of(Role.USER));
        List<ToolEndpoint> all = List.of(new Endpoint(integration, new OAuthConsent(ACME, options, http, time)));
        endpoints = () -> all;
        PendingConsents pending =
                new PendingConsents(time, SystemTime.SECRETS, stores.consents(), ConnectionLimits.DEFAULT);
        IntegrationDirectory directory =
                new IntegrationDirectory(time, stores, new Permissions(Set.of()), new NoIntegrations());
        IntegrationEditor editor = new IntegrationEditor(
                time,
                stores,
                new Permissions(Set.of()),
                new AuditJournal(time, new TimeOrderedIds(time, SystemTime.SECRETS), stores.audit()),
                new NoIntegrations(),
                endpoints,
                directory,
                new EndedConnections(time, new Threads(), ConnectionLimits.DEFAULT),
                () -> {});
        service = new IntegrationService(
                endpoints,
                new ConsentFlow(
                        () -> URI.create("https://guild.example"),
                        new AllowedRedirects(List.of(), List::of),
                        pending,
                        connectionRegistry),
                connectionRegistry,
                new ToolImports(time, stores, directory),
                new SignInDemands(endpoints, stores.connections(), stores.integrations()),
                editor,
                stores.tools(),
                new IntegrationLogos(time, stores, directory),
                any -> {});
    }

    static List<Scope> scopes(String... names) {
        return Stream.of(names).map(Scope::new).toList();
    }

    /** The credential refresher of one node; waiting for another node takes real time. */
    CredentialRefresher node() {
        return new CredentialRefresher(
                time,
                new Threads(),
                connectionRegistry,
                new ConnectionRefresh(time, SystemTime.TICKER, endpoints, connections, ConnectionLimits.DEFAULT),
                ConnectionLimits.DEFAULT);
    }

    Caller.User newUser() {
        UserId user = Given.someUser(stores);
        return new Caller.User(user, new ProfileId("prf_1"), new SessionId("ses_1"), Set.of(Role.USER));
    }

    void erase(Caller.User user) {
        stores.removeAccount(user.userId());
    }

    URI begun(Caller.User user, String... scopes) {
        ConnectRequest wish = new ConnectRequest(
                ACME,
                Optional.of(BACK),
                Optional.of(scopes(scopes)).filter(named -> !named.isEmpty()),
                Optional.empty());
        return ((BegunConnection.ConsentNeeded) service.connect(user, wish)).authorizationUrl();
    }

    URI answered(ConsentResponse answer) {
        return service.answered(Caller.anonymous(), answer);
    }

    /** Consents to everything, through a browser. */
    URI connect(Caller.User user, String... scopes) {
        return answered(Callback.of(ACME, begun(user, scopes)));
    }

    void disconnect(Caller.User user) {
        service.disconnect(user, ACME);
    }

    Optional<Connection> connection(Caller.User user) {
        return connections.find(new Connection.Key(user.userId(), ACME));
    }

    static String token(Connection connection) {
        return ((Credential.OAuthTokens) connection.credential()).accessToken();
    }
}
