package dev.guildhall.core.tool.connection;

import dev.guildhall.core.account.AuditJournal;
import dev.guildhall.core.config.ConnectionLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.inmemory.defaults.NoIntegrations;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.core.inmemory.defaults.TimeOrderedIds;
import dev.guildhall.core.security.AllowedRedirects;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.time.Threads;
import dev.guildhall.core.tool.FakeEndpoint;
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
import dev.guildhall.ports.connection.ConsentResponse;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolEndpoints;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** An installation with an integration of every kind of connection, and a manual clock. */
public final class ConnectionFixture {
    static final RedirectUri BACK = new RedirectUri("https://app.example/back?to=%2Fhome");
    static final ConnectionLimits LIMITS = ConnectionLimits.DEFAULT;

    final ManualTicker time = new ManualTicker(Sample.NOW);
    final FakeConsent acme = new FakeConsent(time);
    final Stores stores = InMemoryStores.empty();
    final ConnectionStore connections = stores.connections();
    final ToolEndpoints endpoints;
    final IntegrationService integrations;
    final Caller.User ada;

    /** The address of the installation, which an admin may change. */
    URI address = URI.create("https://guild.example/");

    private final ConnectionRegistry connectionRegistry;

    ConnectionFixture() {
        this(List.of());
    }

    ConnectionFixture(List<RedirectUri> allowed) {
        List<ToolEndpoint> all = List.of(
                FakeEndpoint.of("acme", new AuthScheme.OAuth2(scopes("read", "write"), true), Optional.of(acme)),
                FakeEndpoint.of("keyed", new AuthScheme.ApiKey(scopes("all")), Optional.empty()),
                FakeEndpoint.of("open", new AuthScheme.None(), Optional.empty()),
                FakeEndpoint.of("stranger", new AuthScheme.OAuth2(scopes("read"), false), Optional.empty()));
        endpoints = () -> all;
        connectionRegistry = new ConnectionRegistry(time, stores.transactions(), stores.accounts(), connections);
        PendingConsents pending = new PendingConsents(time, SystemTime.SECRETS, stores.consents(), LIMITS);
        ConsentFlow flow =
                new ConsentFlow(() -> address, new AllowedRedirects(allowed, List::of), pending, connectionRegistry);
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
                new EndedConnections(time, new Threads(), LIMITS),
                () -> {});
        integrations = new IntegrationService(
                endpoints,
                flow,
                connectionRegistry,
                new ToolImports(time, stores, directory),
                new SignInDemands(endpoints, connections, stores.integrations()),
                editor,
                stores.tools(),
                new IntegrationLogos(time, stores, directory),
                any -> {});
        ada = someone();
    }

    /** The credential refresher of one node of the installation. */
    CredentialRefresher node() {
        return node(connections);
    }

    CredentialRefresher node(ConnectionStore store) {
        return new CredentialRefresher(
                time,
                new Threads(),
                connectionRegistry,
                new ConnectionRefresh(time, time, endpoints, store, LIMITS),
                LIMITS);
    }

    Caller.User someone() {
        UserId user = Given.someUser(stores);
        return new Caller.User(user, new ProfileId("prf_1"), new SessionId("ses_1"), Set.of(Role.USER));
    }

    static List<Scope> scopes(String... names) {
        return Stream.of(names).map(Scope::new).toList();
    }

    public static IntegrationName name(String name) {
        return new IntegrationName(name);
    }

    Integration integration(String name) {
        return endpoints.find(name(name)).orElseThrow().integration();
    }

    static ConnectRequest wish(String integration) {
        return new ConnectRequest(name(integration), Optional.of(BACK), Optional.empty(), Optional.empty());
    }

    static ConnectRequest wish(String integration, String... scopes) {
        return new ConnectRequest(name(integration), Optional.of(BACK), Optional.of(scopes(scopes)), Optional.empty());
    }

    static ConnectRequest key(String value) {
        return new ConnectRequest(
                name("keyed"), Optional.empty(), Optional.empty(), Optional.of(new Credential.ApiKey(value)));
    }

    /** Begins a connection and returns its state. */
    String begun(ConnectRequest wish) {
        return ((BegunConnection.ConsentNeeded) integrations.connect(ada, wish)).state();
    }

    static ConsentResponse consented(String state) {
        return new ConsentResponse(name("acme"), state, Optional.of("a code"), Optional.empty());
    }

    URI answered(ConsentResponse answer) {
        return integrations.answered(Caller.anonymous(), answer);
    }

    /** Connects to the provider, through the whole flow. */
    Connection connected() {
        answered(consented(begun(wish("acme"))));
        return connection().orElseThrow();
    }

    Optional<Connection> connection() {
        return connections.find(new Connection.Key(ada.userId(), name("acme")));
    }
}
