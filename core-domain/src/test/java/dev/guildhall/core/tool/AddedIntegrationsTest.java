package dev.guildhall.core.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Limits;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.ToolLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.tool.connection.FakeConsent;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.admin.UserChange;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.audit.AuditFilter;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.ConnectRequest;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationLogo;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.IntegrationStatus;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionContext;
import dev.guildhall.ports.execution.ExecutionRequest;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.integration.IntegrationChange;
import dev.guildhall.ports.integration.IntegrationConnector;
import dev.guildhall.ports.integration.IntegrationDefinition;
import dev.guildhall.ports.integration.IntegrationDetails;
import dev.guildhall.ports.integration.Integrations;
import dev.guildhall.ports.integration.NewIntegration;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.Visibility;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AddedIntegrationsTest {
    private static final String URL = "https://notes.example/mcp";
    private static final IntegrationName NOTES = new IntegrationName("notes");

    private final Servers servers = new Servers();
    private final Stores stores = InMemoryStores.empty();
    private final Installation node = node(ToolLimits.DEFAULT);
    private final Caller.User boss = node.bearer(node.register("boss@example.org"));
    private final Caller.User ada = node.someone();
    private final Caller.User bob = node.someone();

    /** Outside systems by their addresses, and the endpoints that were made of them. */
    private static final class Servers implements IntegrationConnector {
        private final Map<String, List<ToolDefinition>> offered = new HashMap<>();
        private final List<String> connected = new ArrayList<>();
        private AuthScheme auth = new AuthScheme.None();
        private String document = "";
        private Optional<ConsentGateway> consent = Optional.empty();
        private boolean inside;
        private Optional<IntegrationLogo> logo = Optional.empty();
        private final List<WorkingEndpoint> made = new ArrayList<>();

        void names(String base64) {
            logo = Optional.of(new IntegrationLogo("image/png", base64, Sample.NOW));
            made.forEach(endpoint -> endpoint.names(logo));
        }

        @Override
        public ToolEndpoint connect(
                IntegrationDefinition definition, int version, Optional<String> text, boolean inside) {
            String address = definition.target().or(definition::url).orElseThrow();
            connected.add(address);
            this.inside = inside;
            WorkingEndpoint plain = WorkingEndpoint.of(new Integration(
                    definition.key().name(),
                    definition.displayName(),
                    definition.description(),
                    definition.kind(),
                    auth,
                    Set.of(Role.USER),
                    Optional.empty(),
                    false,
                    definition.key().owner(),
                    Integration.Source.HTTP));
            WorkingEndpoint endpoint = consent.map(plain::withConsent).orElse(plain);
            endpoint.offers(offered.getOrDefault(address, List.of()).toArray(ToolDefinition[]::new));
            endpoint.replies(address);
            endpoint.names(logo);
            made.add(endpoint);
            return endpoint;
        }

        @Override
        public IntegrationDefinition completed(IntegrationDefinition definition, String text) {
            return new IntegrationDefinition(
                    definition.key(),
                    definition.displayName(),
                    text,
                    definition.kind(),
                    definition.url(),
                    Optional.of(definition.baseUrl().orElse(URL)),
                    definition.headers(),
                    definition.clientId(),
                    definition.clientSecret(),
                    definition.scopes(),
                    definition.sampling());
        }

        @Override
        public String fetch(IntegrationDefinition definition, boolean inside) {
            return document;
        }
    }

    private Installation node(ToolLimits limits) {
        return new Installation(
                stores,
                parts -> parts.adminEmails(Set.of(new Email("boss@example.org")))
                        .integrationConnector(servers)
                        .callersRun()
                        .limits(Limits.DEFAULT.withTool(limits)));
    }

    private static NewIntegration wanted(String name, IntegrationKind kind, String url, Visibility visibility) {
        return new NewIntegration(
                new IntegrationName(name),
                Optional.empty(),
                Optional.empty(),
                kind,
                Optional.of(url),
                Optional.empty(),
                Optional.empty(),
                Map.of("X-Key", "s3cret"),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                false,
                visibility);
    }

    private static IntegrationChange change(Change<String> url, Optional<Map<String, String>> headers) {
        return new IntegrationChange(
                Optional.empty(),
                Optional.empty(),
                url,
                Optional.empty(),
                new Change.Kept<>(),
                headers,
                new Change.Kept<>(),
                new Change.Kept<>(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private Integrations integrations() {
        return node.core().integrations();
    }

    private void offers(String url, String... names) {
        servers.offered.put(
                url,
                Stream.of(names)
                        .map(name -> Sample.tool().name("notes." + name).definition())
                        .toList());
    }

    /** Adds a server, and imports its tools. */
    private void added(Caller.User user, String url, Visibility visibility) {
        assertThat(integrations()
                        .add(user, wanted("notes", IntegrationKind.MCP, url, visibility))
                        .state())
                .isEqualTo(IntegrationStatus.State.CONNECTING);
        node.core().runDue();
        assertThat(integrations().find(user, NOTES).state()).isEqualTo(IntegrationStatus.State.READY);
    }

    private void setRoles(Caller.User user, Set<Role> roles) {
        node.core()
                .administration()
                .change(boss, user.userId(), new UserChange(Optional.empty(), Optional.of(roles), new Change.Kept<>()));
    }

    private Tool tool(Caller.User user, String name) {
        return node.core().tools().named(user, new ToolName("notes." + name)).orElseThrow();
    }

    private List<ToolName> seen(Caller.User user) {
        return node.core().tools().byName(user).keySet().stream()
                .filter(name -> name.integration().equals("notes"))
                .toList();
    }

    /** The address that a call of the tool with that name reaches. */
    private Object reached(Caller.User user, String name) {
        ExecutionRequest request = new ExecutionRequest(
                tool(user, name).id(), Map.of(), ExecutionContext.none(), Optional.empty(), Optional.empty());
        Execution done = node.core().toolExecutions().execute(user, request).execution();
        Object data = ((ToolOutcome.Success) ((ExecutionState.Ended) done.state()).outcome()).data();
        return ((Map<?, ?>) data).get("value");
    }

    @Test
    void a_private_integration_and_its_tools_are_those_of_its_owner() {
        offers(URL, "act");
        added(ada, URL, Visibility.PRIVATE);

        assertThat(seen(ada)).containsExactly(new ToolName("notes.act"));
        assertThat(reached(ada, "act")).isEqualTo(URL);
        assertThat(seen(bob)).isEmpty();
        assertThat(seen(boss)).isEmpty();
        assertThat(Refused.by(() -> integrations().find(bob, NOTES)))
                .isEqualTo(new CommonProblem.NotFound("integration"));
        assertThat(Refused.by(() -> integrations().delete(boss, NOTES)))
                .isEqualTo(new CommonProblem.NotFound("integration"));
        assertThat(Refused.by(
                        () -> node.core().tools().find(bob, tool(ada, "act").id())))
                .isEqualTo(new ToolProblem.ToolNotFound());
        assertThat(integrations().details(ada, NOTES).definition()).isPresent();
    }

    @Test
    void an_admin_does_not_execute_the_tool_of_a_private_integration() {
        offers(URL, "act");
        added(ada, URL, Visibility.PRIVATE);
        ExecutionRequest request = new ExecutionRequest(
                tool(ada, "act").id(), Map.of(), ExecutionContext.none(), Optional.empty(), Optional.empty());

        assertThat(Refused.by(() -> node.core().toolExecutions().execute(boss, request)))
                .isInstanceOf(ToolProblem.IntegrationNotConnected.class);
    }

    @Test
    void a_private_integration_hides_a_later_shared_one_of_its_name_from_its_owner() {
        String shared = "https://shared.example/mcp";
        offers(URL, "act", "own");
        offers(shared, "act", "all");
        added(ada, URL, Visibility.PRIVATE);
        added(boss, shared, Visibility.SHARED);

        assertThat(seen(ada)).containsExactly(new ToolName("notes.act"), new ToolName("notes.own"));
        assertThat(seen(bob)).containsExactly(new ToolName("notes.act"), new ToolName("notes.all"));
        assertThat(reached(ada, "act")).isEqualTo(URL);
        assertThat(reached(bob, "act")).isEqualTo(shared);
        assertThat(integrations().list(ada))
                .filteredOn(one -> one.integration().name().equals(NOTES))
                .hasSize(1);

        integrations().delete(ada, NOTES);

        assertThat(seen(ada)).containsExactly(new ToolName("notes.act"), new ToolName("notes.all"));
        assertThat(reached(ada, "act")).isEqualTo(shared);
    }

    @Test
    void names_that_the_caller_sees_or_that_are_reserved_are_taken() {
        added(boss, URL, Visibility.SHARED);

        for (String name : List.of("notes", "builtin", "assistant", "knowledge", "files", "testrun")) {
            assertThat(Refused.by(
                            () -> integrations().add(ada, wanted(name, IntegrationKind.MCP, URL, Visibility.PRIVATE))))
                    .as(name)
                    .isInstanceOf(CommonProblem.Conflict.class);
        }
        assertThat(Refused.by(
                        () -> integrations().add(ada, wanted("mine", IntegrationKind.MCP, URL, Visibility.SHARED))))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(Refused.by(() -> integrations().change(ada, NOTES, change(new Change.Kept<>(), Optional.empty()))))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(Refused.by(() -> integrations().refresh(ada, NOTES))).isInstanceOf(CommonProblem.Forbidden.class);
    }

    @Test
    void the_visibility_of_an_integration_stays_as_it_is() {
        added(ada, URL, Visibility.PRIVATE);
        added(boss, "https://shared.example/mcp", Visibility.SHARED);

        assertThat(Refused.by(() -> integrations().change(ada, NOTES, visible(Visibility.SHARED))))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(Refused.by(() -> integrations().change(boss, NOTES, visible(Visibility.PRIVATE))))
                .isInstanceOf(CommonProblem.Invalid.class);
        assertThat(integrations()
                        .change(ada, NOTES, visible(Visibility.PRIVATE))
                        .integration()
                        .owner())
                .hasValue(ada.userId());
    }

    private static IntegrationChange visible(Visibility visibility) {
        return new IntegrationChange(
                Optional.empty(),
                Optional.empty(),
                new Change.Kept<>(),
                Optional.empty(),
                new Change.Kept<>(),
                Optional.empty(),
                new Change.Kept<>(),
                new Change.Kept<>(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(visibility));
    }

    @Test
    void an_address_with_characters_that_no_uri_has_caused_an_internal_error() {
        integrations().add(boss, wanted("odd", IntegrationKind.MCP, "http://10.0.0.7/a|b {c}", Visibility.SHARED));

        assertThat(node.core()
                        .administration()
                        .audit(
                                boss,
                                new AuditFilter(Optional.empty(), Optional.of(AuditAction.INTEGRATION_CREATED)),
                                PageRequest.first())
                        .items()
                        .getFirst()
                        .details())
                .containsEntry(AuditDetail.INSIDE_HOSTS, "10.0.0.7");
    }

    @Test
    void a_user_has_fifty_at_most() {
        for (int i = 0; i < 50; i++) {
            integrations().add(ada, wanted("one" + i, IntegrationKind.MCP, URL, Visibility.PRIVATE));
        }

        assertThat(Refused.by(
                        () -> integrations().add(ada, wanted("more", IntegrationKind.MCP, URL, Visibility.PRIVATE))))
                .isEqualTo(new ToolProblem.TooManyIntegrations(50));
        assertThat(integrations().add(bob, wanted("more", IntegrationKind.MCP, URL, Visibility.PRIVATE)))
                .isNotNull();
    }

    @Test
    void what_a_server_adds_after_the_first_import_waits_for_its_owner() {
        offers(URL, "act");
        added(ada, URL, Visibility.PRIVATE);
        offers(URL, "act", "more");
        // Another endpoint is made only of a changed integration.
        integrations().change(ada, NOTES, change(new Change.Kept<>(), Optional.of(Map.of())));
        node.core().runDue();
        integrations().refresh(ada, NOTES);
        node.core().runDue();

        assertThat(seen(ada)).containsExactly(new ToolName("notes.act"));
        Tool waiting = integrations().details(ada, NOTES).tools().getLast().tool();
        assertThat(waiting.status()).isEqualTo(ToolStatus.QUARANTINED);
        assertThat(Refused.by(() -> node.core().tools().approve(bob, waiting.id())))
                .isEqualTo(new ToolProblem.ToolNotFound());

        node.core().tools().approve(ada, waiting.id());

        assertThat(seen(ada)).containsExactly(new ToolName("notes.act"), new ToolName("notes.more"));
        assertThat(node.core()
                        .audit()
                        .entries(ada, PageRequest.first())
                        .items()
                        .getFirst()
                        .action())
                .isEqualTo(AuditAction.TOOL_APPROVED);
    }

    @Test
    void another_address_needs_the_headers_again_and_ends_the_connections() {
        servers.auth = new AuthScheme.ApiKey(List.of());
        offers(URL, "act");
        integrations().add(boss, wanted("notes", IntegrationKind.MCP, URL, Visibility.SHARED));
        Connection.Key key = new Connection.Key(bob.userId(), NOTES);
        integrations()
                .connect(
                        bob,
                        new ConnectRequest(
                                NOTES, Optional.empty(), Optional.empty(), Optional.of(new Credential.ApiKey("k3y"))));
        Change<String> other = new Change.Replaced<>("https://other.example/mcp");

        assertThat(Refused.by(() -> integrations().change(boss, NOTES, change(other, Optional.empty())))
                        .message())
                .startsWith("headers: are required");
        assertThat(stores.connections().find(key)).isPresent();

        integrations().change(boss, NOTES, change(new Change.Kept<>(), Optional.of(Map.of("X", "1"))));
        assertThat(stores.connections().find(key)).isPresent();

        integrations().change(boss, NOTES, change(other, Optional.of(Map.of())));
        assertThat(stores.connections().find(key)).isEmpty();
    }

    @Test
    void a_deleted_integration_ends_its_tools_and_one_that_is_added_again_begins_anew() {
        offers(URL, "act");
        added(ada, URL, Visibility.PRIVATE);
        Tool before = tool(ada, "act");

        integrations().delete(ada, NOTES);

        assertThat(seen(ada)).isEmpty();
        assertThat(stores.tools().find(before.id()).orElseThrow().status()).isEqualTo(ToolStatus.DEPRECATED);

        offers(URL, "act", "more");
        added(ada, URL, Visibility.PRIVATE);

        assertThat(seen(ada)).containsExactly(new ToolName("notes.act"), new ToolName("notes.more"));
    }

    @Test
    void the_tokens_of_all_users_are_revoked_with_a_deleted_integration() {
        FakeConsent acme = new FakeConsent(node.time());
        servers.consent = Optional.of(acme);
        servers.auth = new AuthScheme.OAuth2(List.of(), true);
        integrations().add(boss, wanted("notes", IntegrationKind.MCP, URL, Visibility.SHARED));
        List<Connection> connected = Stream.of(ada, bob)
                .map(user -> stores.connections()
                        .put(new Connection(
                                new Connection.Key(user.userId(), NOTES),
                                new Credential.OAuthTokens(
                                        "token of " + user.userId(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty()),
                                List.of(),
                                Sample.NOW,
                                1)))
                .toList();

        integrations().delete(boss, NOTES);
        assertThat(stores.connections().find(connected.getFirst().key())).isEmpty();
        assertThat(acme.revoked()).isEmpty();
        node.core().runDue();

        assertThat(acme.revoked())
                .containsExactlyInAnyOrderElementsOf(connected.stream()
                        .map(one -> (Credential.OAuthTokens) one.credential())
                        .toList());
    }

    @Test
    void the_private_integration_of_a_former_admin_reached_the_inside_until_it_was_loaded_again() {
        offers(URL, "act");
        Caller.User eve = node.bearer(node.register("eve@example.org"));
        setRoles(eve, Set.of(Role.USER, Role.ADMIN));
        added(eve, URL, Visibility.PRIVATE);
        assertThat(servers.inside).isTrue();

        setRoles(eve, Set.of(Role.USER));
        node.time().advance(Duration.ofSeconds(1));
        assertThat(reached(eve, "act")).isEqualTo(URL);
        assertThat(servers.inside).isFalse();

        int before = servers.connected.size();
        node.time().advance(Duration.ofSeconds(2));
        assertThat(reached(eve, "act")).isEqualTo(URL);
        assertThat(servers.connected).hasSize(before);
    }

    @Test
    void a_fetched_document_is_stored_and_what_it_changes_later_waits() {
        servers.document = "first";
        offers(URL, "act");
        integrations().add(ada, wanted("notes", IntegrationKind.OPENAPI, URL, Visibility.PRIVATE));
        node.core().runDue();

        assertThat(integrations().details(ada, NOTES).definition().orElseThrow().baseUrl())
                .contains(URL);
        assertThat(stores.integrations().document(new Integration.Key(Optional.of(ada.userId()), NOTES)))
                .contains("first");
        assertThat(seen(ada)).containsExactly(new ToolName("notes.act"));

        servers.document = "second";
        offers(URL, "act", "more");
        integrations().refresh(ada, NOTES);
        node.core().runDue();

        assertThat(seen(ada)).containsExactly(new ToolName("notes.act"));
        assertThat(integrations().details(ada, NOTES).tools())
                .extracting(offered -> offered.tool().status())
                .containsExactly(ToolStatus.ACTIVE, ToolStatus.QUARANTINED);
    }

    @Test
    void another_node_takes_a_change_within_two_seconds() {
        offers(URL, "act");
        Installation second = node(ToolLimits.DEFAULT);
        assertThat(second.core().tools().byName(bob)).isNotEmpty();

        added(boss, URL, Visibility.SHARED);
        second.time().advance(Duration.ofSeconds(1));

        assertThat(second.core().integrations().find(bob, NOTES).state()).isEqualTo(IntegrationStatus.State.READY);
        assertThat(second.core().tools().byName(bob)).containsKey(new ToolName("notes.act"));

        integrations().delete(boss, NOTES);
        second.time().advance(Duration.ofSeconds(1));

        assertThat(second.core().tools().byName(bob)).doesNotContainKey(new ToolName("notes.act"));
    }

    @Test
    void tools_beyond_the_limit_of_a_user_are_left_out_by_name() {
        Installation small = node(Sample.with(ToolLimits.DEFAULT, "toolsOfUser", 2));
        offers(URL, "a", "b", "c");
        small.core().integrations().add(ada, wanted("notes", IntegrationKind.MCP, URL, Visibility.PRIVATE));
        small.core().runDue();

        IntegrationDetails details = small.core().integrations().details(ada, NOTES);
        assertThat(details.tools()).hasSize(2);
        assertThat(details.status().leftOut()).extracting(Violation::field).containsExactly("notes.c");
    }

    private String logo(Caller.User user) {
        return integrations().logo(user, NOTES).base64();
    }

    @Test
    void a_logo_is_fetched_after_an_import_again_after_a_day_and_at_a_refresh() {
        servers.names("AQ==");
        added(ada, URL, Visibility.PRIVATE);
        assertThat(integrations().find(ada, NOTES).hasLogo()).isTrue();
        assertThat(logo(ada)).isEqualTo("AQ==");
        assertThat(Refused.by(() -> logo(bob))).isEqualTo(new CommonProblem.NotFound("integration"));

        servers.names("Ag==");
        node.time().advance(Duration.ofHours(23));
        node.core().importTools();
        assertThat(logo(ada)).isEqualTo("AQ==");

        node.time().advance(Duration.ofHours(1));
        node.core().importTools();
        assertThat(logo(ada)).isEqualTo("Ag==");

        servers.names("Aw==");
        integrations().refresh(ada, NOTES);
        node.core().runDue();
        assertThat(logo(ada)).isEqualTo("Aw==");

        servers.made.forEach(endpoint -> endpoint.names(Optional.empty()));
        integrations().refresh(ada, NOTES);
        node.core().runDue();
        assertThat(logo(ada)).isEqualTo("Aw==");
    }

    @Test
    void a_logo_that_cannot_be_fetched_is_not_asked_for_with_each_import() {
        offers(URL, "act");
        added(ada, URL, Visibility.PRIVATE);
        WorkingEndpoint server = servers.made.getLast();
        int first = server.logosAsked();

        node.core().importTools();
        node.core().importTools();
        assertThat(server.logosAsked()).isEqualTo(first).isPositive();

        node.time().advance(Duration.ofHours(1));
        node.core().importTools();
        assertThat(server.logosAsked()).isEqualTo(first + 1);

        integrations().refresh(ada, NOTES);
        node.core().runDue();
        assertThat(server.logosAsked()).isEqualTo(first + 2);
    }

    @Test
    void a_logo_ends_with_its_integration_and_with_the_address_that_named_it() {
        servers.names("AQ==");
        added(boss, URL, Visibility.SHARED);
        assertThat(integrations().list(bob))
                .filteredOn(IntegrationStatus::hasLogo)
                .extracting(one -> one.integration().name())
                .containsExactly(NOTES);

        servers.logo = Optional.empty();
        Change<String> other = new Change.Replaced<>("https://other.example/mcp");
        integrations().change(boss, NOTES, change(other, Optional.of(Map.of())));
        assertThat(Refused.by(() -> logo(bob))).isEqualTo(new CommonProblem.NotFound("logo"));

        servers.names("Ag==");
        node.core().importTools();
        assertThat(logo(bob)).isEqualTo("Ag==");
        integrations().delete(boss, NOTES);
        assertThat(stores.integrations().logos(Optional.empty())).isEmpty();
    }

    @Test
    void the_integrations_of_an_erased_account_are_gone() {
        offers(URL, "act");
        added(ada, URL, Visibility.PRIVATE);

        stores.erase(ada.userId());

        assertThat(stores.integrations().of(Optional.of(ada.userId()))).isEmpty();
        assertThat(stores.tools().imported(new Integration.Key(Optional.of(ada.userId()), NOTES)))
                .isEmpty();
    }
}
