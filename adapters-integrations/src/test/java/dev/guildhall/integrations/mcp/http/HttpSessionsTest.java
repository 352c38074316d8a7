package dev.guildhall.integrations.mcp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.integrations.mcp.http.HttpServerPeer.Habit;
import dev.guildhall.integrations.mcp.protocol.McpLimits;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.contract.AtOnce;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class HttpSessionsTest {
    @AutoClose
    private final HttpFixture fixture = new HttpFixture();

    @Test
    void server_that_fails_when_it_is_asked_first_is_not_taken_for_an_older_one() {
        fixture.server.habits.add(Habit.FAILS_AT_DISCOVERY);

        ToolOutcome.Failure failure = fixture.failure("echo");
        int introductions = fixture.server.introductions.get();
        fixture.server.habits.remove(Habit.FAILS_AT_DISCOVERY);

        assertThat(failure.kind()).isEqualTo(FailureKind.UPSTREAM_FAILED);
        assertThat(failure.message()).contains("503");
        assertThat(introductions).isZero();
        assertThat(fixture.value("echo")).isEqualTo("hello");
    }

    @Test
    void session_is_begun_once_under_many_first_calls() throws Exception {
        Callable<Object> call = () -> fixture.value("echo");

        List<Object> answers = AtOnce.run(Collections.nCopies(100, call));

        assertThat(answers).hasSize(100).containsOnly("hello");
        assertThat(fixture.server.introductions).hasValue(1);
    }

    @Test
    void users_never_share_a_session() {
        assertThat(fixture.value("environment", HttpFixture.key("ada"))).isEqualTo("Bearer ada");
        assertThat(fixture.value("environment", HttpFixture.token("bob"))).isEqualTo("Bearer bob");
        assertThat(fixture.value("environment")).isEqualTo("anonymous");
        assertThat(fixture.value("environment", HttpFixture.key("ada"))).isEqualTo("Bearer ada");

        assertThat(fixture.server.introductions).hasValue(3);
    }

    @Test
    void version_that_was_agreed_on_goes_with_everything_after_the_introduction() {
        fixture.value("echo");

        assertThat(fixture.server.versions.getFirst()).isEqualTo("2026-07-28");
        assertThat(fixture.server.versions.subList(1, fixture.server.versions.size()))
                .isNotEmpty()
                .containsOnly("2025-06-18");
    }

    @Test
    void session_that_the_server_has_forgotten_is_begun_again() {
        fixture.value("echo");
        fixture.server.forgetSessions();

        assertThat(fixture.value("echo")).isEqualTo("hello");
        assertThat(fixture.server.introductions).hasValue(2);
    }

    @Test
    void session_that_the_server_calls_invalid_is_begun_again() {
        fixture.server.habits.add(Habit.SAYS_400);
        fixture.value("echo");
        fixture.server.forgetSessions();

        assertThat(fixture.value("echo")).isEqualTo("hello");
    }

    @Test
    void server_without_sessions_is_good_enough() {
        fixture.server.habits.add(Habit.HAS_NO_SESSIONS);

        assertThat(fixture.value("echo")).isEqualTo("hello");
    }

    @Test
    void sessions_are_ended_at_the_server_when_the_endpoint_closes() {
        fixture.value("echo");
        fixture.value("echo", HttpFixture.key("ada"));

        fixture.endpoint().close();

        assertThat(fixture.server.ended).containsExactlyInAnyOrder("session-1", "session-2");
        assertThat(fixture.failure("echo").kind()).isEqualTo(FailureKind.UNREACHABLE);
    }

    @Test
    void an_idle_session_is_ended() throws Exception {
        fixture.value("echo", HttpFixture.key("ada"));
        fixture.advance(McpLimits.SESSION_IDLE);

        fixture.value("echo", HttpFixture.key("bob"));

        fixture.server.awaitEnd();
        assertThat(fixture.server.ended).containsExactly("session-1");
    }

    @Test
    void session_used_longest_ago_makes_room() throws Exception {
        fixture.value("echo", HttpFixture.key("first"));

        for (int user = 0; user < McpLimits.SESSIONS; user++) {
            fixture.value("echo", HttpFixture.key("user" + user));
        }

        fixture.server.awaitEnd();
        assertThat(fixture.server.ended).containsExactly("session-1");
    }

    @Test
    void a_server_that_needs_a_credential_is_unavailable_without_one() {
        fixture.server.habits.add(Habit.WANTS_A_KEY);

        assertThatThrownBy(() -> fixture.endpoint().tools(Optional.empty()))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal ->
                                assertThat(refusal.problem()).isInstanceOf(ToolProblem.IntegrationUnavailable.class));
        assertThat(fixture.failure("echo").kind()).isEqualTo(FailureKind.UNAUTHORIZED);
        assertThat(fixture.endpoint().tools(HttpFixture.key("ada"))).isNotEmpty();
    }

    @Test
    void a_server_that_needs_a_credential_has_its_unusable_tools_named() {
        fixture.server.habits.add(Habit.WANTS_A_KEY);
        fixture.server.habits.add(Habit.LISTS_A_NAMELESS_TOOL);

        fixture.endpoint().tools(HttpFixture.key("ada"));

        assertThat(fixture.endpoint().leftOut())
                .containsExactly(new Violation("", "name: must have 1 to 2000 characters"));
    }
}
