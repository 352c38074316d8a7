package dev.guildhall.core.tool;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Limits;
import dev.guildhall.core.config.ToolLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.tool.connection.FakeConsent;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.BegunConnection;
import dev.guildhall.ports.connection.ConnectRequest;
import dev.guildhall.ports.connection.ConsentResponse;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.execution.Executed;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionContext;
import dev.guildhall.ports.execution.ExecutionRequest;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.execution.ToolExecutions;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.NewTool;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolFilter;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.Tools;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleTool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A core in memory with integrations of every kind, an admin and two users, and a manual clock. */
final class ToolFixture {
    private static final String BOSS = "boss@example.org";

    final WorkingEndpoint open = WorkingEndpoint.of("open", IntegrationKind.HTTP, new AuthScheme.None(), Role.USER);
    final WorkingEndpoint keyed = WorkingEndpoint.of(
            "keyed", IntegrationKind.HTTP, new AuthScheme.ApiKey(scopes("read", "write")), Role.USER);
    final WorkingEndpoint staff = WorkingEndpoint.of(
            "staff", IntegrationKind.HTTP, new AuthScheme.ApiKey(scopes("read", "write")), Role.ADMIN);
    final WorkingEndpoint far;
    final WorkingEndpoint discreet = WorkingEndpoint.of(
            "discreet", IntegrationKind.MCP, new AuthScheme.ApiKey(scopes("read", "write")), Role.USER);
    final WorkingEndpoint unconfigured = WorkingEndpoint.of(
            "unconfigured", IntegrationKind.HTTP, new AuthScheme.OAuth2(scopes("read"), false), Role.USER);
    final FakeConsent consent;
    final WorkingEndpoint acme;
    final Installation installation;
    final Caller.User boss;
    final Caller.User ada;
    final Caller.User bob;

    ToolFixture() {
        this(ToolLimits.DEFAULT);
    }

    ToolFixture(ToolLimits limits) {
        this(InMemoryStores.empty(), limits);
    }

    ToolFixture(Stores stores, ToolLimits limits) {
        consent = new FakeConsent(() -> Sample.NOW);
        far = WorkingEndpoint.of("far", IntegrationKind.MCP, new AuthScheme.None(), Role.USER)
                .withConsent(consent);
        acme = WorkingEndpoint.of(
                        "acme", IntegrationKind.HTTP, new AuthScheme.OAuth2(scopes("read", "write"), true), Role.USER)
                .withConsent(consent);
        installation = new Installation(
                stores,
                parts -> parts.adminEmails(Set.of(new Email(BOSS)))
                        .endpoints(() -> List.of(open, keyed, staff, far, discreet, acme, unconfigured))
                        .limits(Limits.DEFAULT.withTool(limits)));
        boss = installation.bearer(installation.register(BOSS));
        ada = installation.someone();
        bob = installation.someone();
    }

    /** Another node of the same installation, or the same one after a restart, with this server. */
    Installation another(WorkingEndpoint server) {
        return new Installation(
                stores(), parts -> parts.adminEmails(Set.of(new Email(BOSS))).endpoints(() -> List.of(server)));
    }

    static List<Scope> scopes(String... names) {
        return Stream.of(names).map(Scope::new).toList();
    }

    ManualTicker time() {
        return installation.time();
    }

    Stores stores() {
        return installation.stores();
    }

    Tools tools() {
        return installation.core().tools();
    }

    ToolExecutions executions() {
        return installation.core().toolExecutions();
    }

    /** Registers a tool, one millisecond after the previous one. */
    Tool registered(Caller caller, SampleTool sample) {
        time().advance(Duration.ofMillis(1));
        return tools().register(caller, new NewTool(sample.definition(), Optional.empty()));
    }

    /** A caller's list of a status, without the built-in tools. */
    List<Tool> listed(Caller caller, ToolStatus status) {
        ToolFilter filter = new ToolFilter(Optional.empty(), Optional.empty(), true, status);
        return tools().list(caller, filter, PageRequest.first()).page().items().stream()
                .filter(tool -> tool.source() != ToolSource.IN_PROCESS)
                .toList();
    }

    void connect(Caller caller, String integration, String key) {
        installation
                .core()
                .integrations()
                .connect(
                        caller,
                        new ConnectRequest(
                                new IntegrationName(integration),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of(new Credential.ApiKey(key))));
    }

    /** Connects to the provider with these scopes, through the whole flow. */
    void consent(Caller caller, String... scopes) {
        consent.grants(scopes);
        consent(caller, acme, Optional.of(scopes(scopes)));
    }

    /** Connects to the provider with what it grants. */
    void consent(Caller caller, WorkingEndpoint endpoint, Optional<List<Scope>> scopes) {
        IntegrationName name = endpoint.integration().name();
        BegunConnection begun = installation
                .core()
                .integrations()
                .connect(
                        caller,
                        new ConnectRequest(
                                name,
                                Optional.of(new RedirectUri("https://app.example/back")),
                                scopes,
                                Optional.empty()));
        String state = ((BegunConnection.ConsentNeeded) begun).state();
        installation
                .core()
                .integrations()
                .answered(Caller.anonymous(), new ConsentResponse(name, state, Optional.of("code"), Optional.empty()));
    }

    static ExecutionRequest request(Tool tool, Map<String, Object> parameters) {
        return new ExecutionRequest(tool.id(), parameters, ExecutionContext.none(), Optional.empty());
    }

    static ExecutionRequest once(Tool tool, Map<String, Object> parameters, String key) {
        return new ExecutionRequest(
                tool.id(), parameters, ExecutionContext.none(), Optional.of(new IdempotencyKey(key)));
    }

    Executed execute(Caller caller, Tool tool, Map<String, Object> parameters) {
        return executions().execute(caller, request(tool, parameters));
    }

    static ToolOutcome outcomeOf(Executed executed) {
        return endOf(executed.execution()).outcome();
    }

    static ExecutionState.Ended endOf(Execution execution) {
        return (ExecutionState.Ended) execution.state();
    }

    List<Execution> records(Caller caller, ToolId tool) {
        return executions().ofTool(caller, tool, PageRequest.first()).items();
    }
}
