package dev.guildhall.integrations.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.integrations.mcp.protocol.McpLimits;
import dev.guildhall.integrations.process.Liveness;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StdioLifeIT {
    @Test
    void process_is_started_once_under_many_first_calls() throws Exception {
        try (StdioFixture server = StdioFixture.of("polite")) {
            Set<ProcessHandle> before = children();
            Callable<Object> mark = () -> server.data("environment", Map.of()).get(ServerProcess.MARK);

            List<Object> marks = AtOnce.run(Collections.nCopies(50, mark));

            assertThat(marks).hasSize(50).containsOnly(marks.getFirst());
            assertThat(children()).filteredOn(child -> !before.contains(child)).hasSize(1);
        }
    }

    @Test
    void tools_are_asked_for_again_when_the_server_says_that_they_have_changed() {
        try (StdioFixture server = StdioFixture.of("polite")) {
            assertThat(server.failure("late")).isEqualTo(FailureKind.UNKNOWN_TOOL);

            server.data("change", Map.of());

            assertThat(server.value("late")).isEqualTo("here");
        }
    }

    @Test
    void nothing_is_started_before_it_is_needed() {
        Set<ProcessHandle> before = children();

        try (StdioFixture server = StdioFixture.of("polite")) {
            assertThat(server.endpoint().integration().name().value()).isEqualTo("test");
            assertThat(before).containsAll(children());
        }
    }

    @Test
    void running_calls_fail_at_once_when_the_process_ends_and_the_next_call_starts_another() throws Exception {
        try (StdioFixture server = StdioFixture.of("polite")) {
            FutureTask<FailureKind> inFlight = new FutureTask<>(() -> server.failure("silent"));
            Thread.startVirtualThread(inFlight);
            server.data("awaitsilent", Map.of());

            ToolOutcome dead = server.call("die");

            assertThat(dead).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
                assertThat(failure.kind()).isEqualTo(FailureKind.UPSTREAM_FAILED);
                assertThat(failure.kind().isRetryable()).isTrue();
                assertThat(failure.message()).contains("the code 7");
            });
            assertThat(inFlight.get(30, TimeUnit.SECONDS)).isEqualTo(FailureKind.UPSTREAM_FAILED);
            assertThat(server.data("echo", Map.of("message", "again"))).isEqualTo(Map.of("value", "again"));
        }
    }

    @Test
    void a_process_that_ends_repeatedly_is_not_restarted_before_its_pause_ends() {
        try (StdioFixture server = StdioFixture.of("polite")) {
            assertThat(server.failure("die")).isEqualTo(FailureKind.UPSTREAM_FAILED);
            assertThat(server.failure("die")).isEqualTo(FailureKind.UPSTREAM_FAILED);

            assertThat(server.call("echo")).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
                assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
                assertThat(failure.retryAfter()).contains(McpLimits.PAUSES.first());
            });
            server.advance(McpLimits.PAUSES.first());
            assertThat(server.data("echo", Map.of("message", "again"))).isEqualTo(Map.of("value", "again"));
        }
    }

    @Test
    void line_without_an_end_ends_the_process() {
        try (StdioFixture server = StdioFixture.of("polite")) {
            assertThat(server.failure("endless")).isEqualTo(FailureKind.UPSTREAM_FAILED);
            assertThat(server.data("echo", Map.of("message", "again"))).isEqualTo(Map.of("value", "again"));
        }
    }

    @Test
    void a_process_that_does_not_read_delays_no_call() throws Exception {
        try (StdioFixture server = StdioFixture.of("polite")) {
            server.endpoint().tools(Optional.empty());
            FutureTask<FailureKind> deaf = new FutureTask<>(() -> server.failure("deaf"));
            Thread.startVirtualThread(deaf);
            String much = "z".repeat(1024 * 1024);

            while (!isRateLimited(server.call("echo", Map.of("message", much), Duration.ofMillis(20)))) {
                assertThat(deaf.isDone()).isFalse();
            }

            server.endpoint().close();
            assertThat(deaf.get(30, TimeUnit.SECONDS)).isEqualTo(FailureKind.UNREACHABLE);
        }
    }

    @Test
    void a_process_without_a_handshake_in_time_is_unavailable_and_killed() {
        Set<ProcessHandle> before = children();

        try (StdioFixture server = StdioFixture.of("mute", Duration.ofMillis(500))) {
            assertThat(server.failure("echo")).isEqualTo(FailureKind.TIMED_OUT);
        }
        assertThat(before).containsAll(children());
    }

    @Test
    void server_of_another_version_of_the_protocol_is_unavailable() {
        try (StdioFixture server = StdioFixture.of("foreign")) {
            assertThatThrownBy(() -> server.endpoint().tools(Optional.empty()))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.problem())
                                    .isInstanceOfSatisfying(
                                            ToolProblem.IntegrationUnavailable.class,
                                            problem ->
                                                    assertThat(problem.reason()).contains("1999-01-01")));
        }
    }

    @Test
    void a_process_that_ends_at_once_is_unavailable() {
        try (StdioFixture server = StdioFixture.of("dying")) {
            assertThatThrownBy(() -> server.endpoint().tools(Optional.empty()))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("the code 3");
        }
    }

    @Test
    void program_that_does_not_exist_is_unavailable() {
        try (StdioFixture server = StdioFixture.of(List.of("no-such-program-here"))) {
            assertThat(server.failure("echo")).isEqualTo(FailureKind.UNREACHABLE);
        }
    }

    @Test
    void nothing_that_the_process_started_is_left_after_closing() {
        long child;
        try (StdioFixture server = StdioFixture.of("polite")) {
            child = ((Number) server.value("child")).longValue();
            assertThat(isAlive(child)).isTrue();
        }

        assertThat(isAlive(child)).isFalse();
    }

    @Test
    void no_descendant_is_left_when_the_process_ends() {
        long child;
        try (StdioFixture server = StdioFixture.of("polite")) {
            child = ((Number) server.value("child")).longValue();
            assertThat(server.failure("die")).isEqualTo(FailureKind.UPSTREAM_FAILED);
        }

        assertThat(isAlive(child)).isFalse();
    }

    @Test
    void process_that_does_not_want_to_leave_is_ended() {
        Set<ProcessHandle> before = children();

        try (StdioFixture server = StdioFixture.of("stubborn")) {
            server.data("echo", Map.of("message", "hello"));
            assertThat(children()).filteredOn(child -> !before.contains(child)).hasSize(1);
        }
        assertThat(before).containsAll(children());
    }

    @Test
    void closed_endpoint_starts_nothing() {
        StdioFixture server = StdioFixture.of("polite");

        server.close();

        assertThat(server.failure("echo")).isEqualTo(FailureKind.UNREACHABLE);
    }

    private static boolean isRateLimited(ToolOutcome outcome) {
        return outcome instanceof ToolOutcome.Failure failure && failure.kind() == FailureKind.RATE_LIMITED;
    }

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().filter(ProcessHandle::isAlive).collect(Collectors.toSet());
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(Liveness::runs).orElse(false);
    }
}
