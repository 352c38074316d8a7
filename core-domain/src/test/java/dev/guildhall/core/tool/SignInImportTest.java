package dev.guildhall.core.tool;

import static dev.guildhall.core.tool.ToolFixture.outcomeOf;
import static dev.guildhall.core.tool.ToolFixture.scopes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.ConnectRequest;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.IntegrationStatus;
import dev.guildhall.ports.execution.ExecutionContext;
import dev.guildhall.ports.execution.ExecutionRequest;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that asks for a sign-in which the operator has not configured. */
@Timeout(60)
class SignInImportTest {
    private final ToolFixture fixture = new ToolFixture();

    private final WorkingEndpoint farThere = WorkingEndpoint.of(
                    "far", IntegrationKind.MCP, new AuthScheme.None(), Role.USER)
            .withConsent(fixture.consent);
    private final Installation there = fixture.another(farThere);

    private IntegrationStatus status(Caller caller) {
        return status(fixture.installation, caller);
    }

    private static IntegrationStatus status(Installation node, Caller caller) {
        return node.core().integrations().find(caller, new IntegrationName("far"));
    }

    private void importTools() {
        fixture.installation.core().importTools();
    }

    private void connect(Caller caller) {
        fixture.consent(caller, fixture.far, Optional.empty());
    }

    /** The import runs in parallel to the connecting; the test's timeout limits the wait. */
    private void awaitImported() {
        while (status(fixture.boss).checkedAt().isEmpty()) {
            Thread.yield();
        }
    }

    /** The tool of the server, imported with the connection of the admin. */
    private Tool imported() {
        fixture.far.demandsSignIn();
        fixture.far.offers(Sample.tool().name("far.echo").definition());
        importTools();
        connect(fixture.boss);
        awaitImported();
        return fixture.listed(fixture.boss, ToolStatus.ACTIVE).stream()
                .filter(tool -> tool.definition().name().value().equals("far.echo"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_server_that_asks_for_a_sign_in_is_ready_and_not_connected_and_has_no_tools() {
        fixture.far.demandsSignIn();

        importTools();

        IntegrationStatus status = status(fixture.ada);
        assertThat(status.state()).isEqualTo(IntegrationStatus.State.READY);
        assertThat(status.error()).isEmpty();
        assertThat(status.isConnected()).isFalse();
        assertThat(status.tools()).isZero();
        assertThat(status.integration().auth().wireName()).isEqualTo("oauth2");
    }

    @Test
    void a_server_that_failed_before_it_asked_is_ready() {
        fixture.far.fallsSilent();
        importTools();
        IntegrationStatus.State before = status(fixture.ada).state();

        fixture.far.speaks();
        fixture.far.demandsSignIn();
        importTools();

        assertThat(before).isEqualTo(IntegrationStatus.State.FAILED);
        assertThat(status(fixture.ada).state()).isEqualTo(IntegrationStatus.State.READY);
    }

    @Test
    void the_connection_of_an_admin_imports_the_tools_and_that_of_a_user_does_not() {
        fixture.far.demandsSignIn();
        fixture.far.offers(Sample.tool().name("far.echo").definition());
        importTools();

        connect(fixture.ada);
        importTools();
        int ofUser = status(fixture.ada).tools();
        connect(fixture.boss);
        awaitImported();

        assertThat(ofUser).isZero();
        assertThat(status(fixture.ada).tools()).isEqualTo(1);
    }

    @Test
    void the_connection_of_the_admin_refreshes_the_tools() {
        imported();
        fixture.far.offers(
                Sample.tool().name("far.echo").definition(),
                Sample.tool().name("far.other").definition());

        importTools();

        assertThat(fixture.listed(fixture.boss, ToolStatus.QUARANTINED))
                .extracting(tool -> tool.definition().name().value())
                .containsExactly("far.other");
    }

    @Test
    void each_users_calls_use_the_users_own_connection() {
        Tool tool = imported();

        assertThat(Refused.by(() -> fixture.execute(fixture.ada, tool, Map.of())))
                .isInstanceOf(ToolProblem.IntegrationNotConnected.class);
        connect(fixture.ada);
        fixture.execute(fixture.ada, tool, Map.of());
        fixture.execute(fixture.boss, tool, Map.of());

        assertThat(fixture.far.invocations())
                .extracting(invocation -> invocation.credential().orElseThrow())
                .doesNotHaveDuplicates()
                .hasSize(2);
    }

    @Test
    void another_node_knows_at_once_that_the_server_asks_for_a_sign_in() {
        fixture.far.demandsSignIn();
        importTools();

        IntegrationStatus status = status(there, fixture.ada);

        assertThat(status.integration().auth().wireName()).isEqualTo("oauth2");
        assertThat(status.isConnected()).isFalse();
        assertThat(there.core().integrations().list(fixture.ada))
                .extracting(IntegrationStatus::isConnected)
                .contains(false);
    }

    @Test
    void what_a_call_finds_out_about_the_sign_in_is_known_to_another_node() {
        fixture.far.offers(Sample.tool().name("far.echo").definition());
        importTools();
        Tool tool = fixture.listed(fixture.boss, ToolStatus.ACTIVE).stream()
                .filter(one -> one.definition().name().value().equals("far.echo"))
                .findFirst()
                .orElseThrow();
        fixture.far.does(invocation -> {
            fixture.far.demandsSignIn();
            return new ToolOutcome.Failure(FailureKind.UNAUTHORIZED, "sign in");
        });

        fixture.execute(fixture.ada, tool, Map.of());

        assertThat(status(there, fixture.ada).integration().auth().wireName()).isEqualTo("oauth2");
    }

    /** The list of demands of other nodes is read with the next import, a minute later. */
    @Test
    void a_call_on_a_node_that_learns_from_it_of_the_sign_in_is_made_with_the_callers_connection() {
        farThere.does(invocation -> {
            farThere.asksForSignIn();
            return invocation.credential().isEmpty()
                    ? new ToolOutcome.Failure(FailureKind.UNAUTHORIZED, "sign in")
                    : new ToolOutcome.Success(Map.of("ok", true));
        });
        Tool tool = imported();
        connect(fixture.ada);

        ToolOutcome outcome = outcomeOf(there.core()
                .toolExecutions()
                .execute(
                        fixture.ada,
                        new ExecutionRequest(tool.id(), Map.of(), ExecutionContext.none(), Optional.empty())));

        assertThat(outcome).isEqualTo(new ToolOutcome.Success(Map.of("ok", true)));
        assertThat(farThere.invocations()).hasSize(2);
    }

    @Test
    void another_node_refreshes_the_tools_with_the_connection_of_the_admin() {
        imported();
        farThere.offers(
                Sample.tool().name("far.echo").definition(),
                Sample.tool().name("far.other").definition());

        there.core().importTools();

        assertThat(fixture.listed(fixture.boss, ToolStatus.QUARANTINED))
                .extracting(tool -> tool.definition().name().value())
                .containsExactly("far.other");
    }

    @Test
    void another_node_asks_for_the_scopes_that_the_server_missed() {
        Tool tool = imported();
        fixture.consent.grants("basic");
        connect(fixture.ada);
        fixture.far.does(invocation -> new ToolOutcome.Failure(
                FailureKind.INSUFFICIENT_SCOPES, "it wants more", Optional.empty(), scopes("write")));
        fixture.execute(fixture.ada, tool, Map.of());

        there.core()
                .integrations()
                .connect(
                        fixture.ada,
                        new ConnectRequest(
                                new IntegrationName("far"),
                                Optional.of(new RedirectUri("https://app.example/back")),
                                Optional.empty(),
                                Optional.empty()));

        assertThat(fixture.consent.lastScopes()).isEqualTo(scopes("basic", "write"));
    }

    @Test
    void the_scopes_of_a_server_that_declares_none_are_those_that_it_names() {
        fixture.far.demandsSignIn();
        fixture.consent.offers("read", "write");

        assertThat(Refused.by(() -> fixture.consent(fixture.ada, fixture.far, Optional.of(scopes("read", "burn"))))
                        .message())
                .isEqualTo("scopes[1]: is not a scope of far");
        fixture.consent(fixture.ada, fixture.far, Optional.of(scopes("write")));
        assertThat(status(fixture.ada).isConnected()).isTrue();
        fixture.consent.offers();
        fixture.consent(fixture.ada, fixture.far, Optional.of(scopes("write")));
        assertThat(fixture.consent.lastScopes()).isEqualTo(scopes("write"));
    }

    @Test
    void scopes_that_the_server_missed_are_asked_for_with_the_granted_ones_until_the_user_connects_again() {
        Tool tool = imported();
        fixture.consent.grants("basic");
        connect(fixture.ada);
        fixture.far.does(invocation -> new ToolOutcome.Failure(
                FailureKind.INSUFFICIENT_SCOPES, "it wants more", Optional.empty(), scopes("write")));

        ToolOutcome outcome = outcomeOf(fixture.execute(fixture.ada, tool, Map.of()));
        connect(fixture.ada);
        List<?> asked = fixture.consent.lastScopes();
        connect(fixture.ada);

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        ToolOutcome.Failure.class,
                        failure -> assertThat(failure.missing()).isEqualTo(scopes("write")));
        assertThat(asked).isEqualTo(scopes("basic", "write"));
        assertThat(fixture.consent.lastScopes()).isEqualTo(scopes("basic"));
    }
}
