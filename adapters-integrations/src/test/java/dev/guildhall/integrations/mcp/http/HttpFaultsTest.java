package dev.guildhall.integrations.mcp.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.mcp.http.HttpServerPeer.Habit;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpFaultsTest {
    @AutoClose
    private final HttpFixture fixture = new HttpFixture();

    /** What goes wrong does so in a session that was begun well. */
    @BeforeEach
    void begin() {
        fixture.value("echo");
    }

    @Test
    void many_calls_at_once_are_all_answered() throws Exception {
        Callable<Object> call = () -> fixture.value("echo");

        List<Object> answers = AtOnce.run(Collections.nCopies(800, call));

        assertThat(answers).hasSize(800).containsOnly("hello");
    }

    @Test
    void answer_may_come_in_a_stream_behind_other_messages() {
        fixture.server.habits.add(Habit.STREAMS);

        assertThat(fixture.value("echo")).isEqualTo("hello");
        assertThat(fixture.server.answers).containsExactly("q1 answered", "q2 answered");
    }

    @Test
    void stream_that_is_cut_is_taken_up_again() {
        fixture.server.habits.add(Habit.CUTS_STREAMS);

        assertThat(fixture.value("echo")).isEqualTo("hello");
    }

    @Test
    void stream_that_ends_without_an_answer_is_no_answer() {
        fixture.server.habits.add(Habit.BREAKS_STREAMS);

        assertThat(fixture.failure("echo").kind()).isEqualTo(FailureKind.INVALID_RESPONSE);
    }

    @Test
    void server_that_fails_says_when_to_come_again() {
        fixture.server.habits.add(Habit.FAILS);

        ToolOutcome.Failure failure = fixture.failure("echo");

        assertThat(failure.kind()).isEqualTo(FailureKind.UPSTREAM_FAILED);
        assertThat(failure.retryAfter()).contains(Duration.ofSeconds(7));
    }

    @Test
    void page_is_no_answer() {
        fixture.server.habits.add(Habit.ANSWERS_HTML);

        assertThat(fixture.failure("echo").kind()).isEqualTo(FailureKind.INVALID_RESPONSE);
    }

    @Test
    void acceptance_is_no_answer() {
        fixture.server.habits.add(Habit.ACCEPTS_ONLY);

        assertThat(fixture.failure("echo").kind()).isEqualTo(FailureKind.INVALID_RESPONSE);
    }

    @Test
    void answer_that_is_too_long_is_refused() {
        fixture.server.habits.add(Habit.FLOODS);

        assertThat(fixture.failure("echo").kind()).isEqualTo(FailureKind.TOO_LARGE);
    }

    @Test
    void stream_without_an_end_is_cut_off() {
        fixture.server.habits.add(Habit.NEVER_ENDS);

        assertThat(fixture.failure("echo").kind()).isEqualTo(FailureKind.TOO_LARGE);
    }

    @Test
    void a_stopped_server_is_unreachable() {
        fixture.server.close();

        assertThat(fixture.failure("echo").kind()).isEqualTo(FailureKind.UNREACHABLE);
    }

    @Test
    void calls_in_flight_fail_at_once_when_the_endpoint_closes() throws Exception {
        FutureTask<FailureKind> inFlight =
                new FutureTask<>(() -> fixture.failure("silent").kind());
        Thread.startVirtualThread(inFlight);
        fixture.value("awaitsilent");

        fixture.endpoint().close();

        assertThat(inFlight.get(30, TimeUnit.SECONDS)).isEqualTo(FailureKind.UNREACHABLE);
    }

    @Test
    void server_is_told_when_the_caller_has_left() throws Exception {
        FutureTask<FailureKind> silent =
                new FutureTask<>(() -> fixture.failure("silent").kind());
        Thread caller = Thread.startVirtualThread(silent);
        fixture.value("awaitsilent");

        caller.interrupt();

        assertThat(silent.get(30, TimeUnit.SECONDS)).isEqualTo(FailureKind.CANCELLED);
        assertThat(fixture.value("awaitcancelled")).isEqualTo(1);
    }
}
