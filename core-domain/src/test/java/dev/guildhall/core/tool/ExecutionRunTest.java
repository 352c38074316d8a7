package dev.guildhall.core.tool;

import static dev.guildhall.core.tool.ToolFixture.outcomeOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.config.ToolLimits;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.execution.Executed;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ExecutionRunTest {
    private static final ToolOutcome UNAUTHORIZED =
            new ToolOutcome.Failure(FailureKind.UNAUTHORIZED, "the token is not good");

    private final ToolFixture fixture = new ToolFixture();
    private final Tool tool = fixture.registered(fixture.boss, Sample.tool().name("open.act"));

    private ToolOutcome outcome() {
        return outcomeOf(fixture.execute(fixture.ada, tool, Map.of()));
    }

    private FailureKind kind(ToolOutcome outcome) {
        return ((ToolOutcome.Failure) outcome).kind();
    }

    /** Signals that it has begun, and ends only with an interrupt. */
    private static Function<ToolInvocation, ToolOutcome> endless(CountDownLatch begun, CountDownLatch interrupted) {
        return invocation -> {
            try {
                begun.countDown();
                new CountDownLatch(1).await();
            } catch (InterruptedException stopped) {
                interrupted.countDown();
            }
            return new ToolOutcome.Failure(FailureKind.CANCELLED, "interrupted");
        };
    }

    private FutureTask<Executed> started(ToolFixture where, Tool what) {
        FutureTask<Executed> execution = new FutureTask<>(() -> where.execute(where.ada, what, Map.of()));
        Thread.ofVirtual().start(execution);
        return execution;
    }

    @Test
    void an_object_is_answered_as_it_is_and_anything_else_is_wrapped() {
        fixture.open.replies(Map.of("n", 1));
        assertThat(outcome()).isEqualTo(new ToolOutcome.Success(Map.of("n", 1)));

        for (Object data : List.of("text", 7, true, Arrays.asList(1, null))) {
            fixture.open.replies(data);
            assertThat(outcome()).isEqualTo(new ToolOutcome.Success(Collections.singletonMap("value", data)));
        }
    }

    @Test
    void a_failure_is_answered_as_it_is() {
        ToolOutcome failure =
                new ToolOutcome.Failure(FailureKind.RATE_LIMITED, "slow down", Optional.of(Duration.ofSeconds(9)));
        fixture.open.does(invocation -> failure);

        assertThat(outcome()).isEqualTo(failure);
    }

    @Test
    void a_tool_that_throws_fails_without_internal_details() {
        fixture.open.does(invocation -> {
            throw new IllegalStateException("jdbc:secret");
        });

        assertThat(outcome()).isEqualTo(new ToolOutcome.Failure(FailureKind.FAILED, "the tool failed unexpectedly"));
    }

    @Test
    void a_refusal_of_a_part_that_a_tool_needs_is_a_failure_to_reach_it() {
        fixture.open.does(invocation -> {
            throw new Refusal(new CommonProblem.Unavailable("database"));
        });

        assertThat(kind(outcome())).isEqualTo(FailureKind.UNREACHABLE);
    }

    @Test
    void a_result_may_have_so_many_characters_and_no_more() {
        int most = ToolLimits.DEFAULT.resultCharacters();
        String fits = "x".repeat(most - "{\"value\":\"\"}".length());

        fixture.open.replies(fits);
        assertThat(outcome()).isEqualTo(new ToolOutcome.Success(Map.of("value", fits)));

        fixture.open.replies(fits + "x");
        assertThat(kind(outcome())).isEqualTo(FailureKind.TOO_LARGE);
    }

    @Test
    void a_result_that_json_cannot_represent_is_an_invalid_response() {
        fixture.open.replies(Map.of("deep", List.of(Double.POSITIVE_INFINITY)));

        assertThat(kind(outcome())).isEqualTo(FailureKind.INVALID_RESPONSE);
    }

    @Test
    void a_tool_that_takes_too_long_is_interrupted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        fixture.open.does(endless(begun, interrupted));
        FutureTask<Executed> execution = started(fixture, tool);
        begun.await();
        fixture.time().awaitWaiting(1);

        fixture.time().advance(Duration.ofSeconds(30).minusMillis(1));
        fixture.time().awaitWaiting(1);
        boolean early = execution.isDone();
        fixture.time().advance(Duration.ofMillis(1));

        ToolOutcome late = new ToolOutcome.Failure(FailureKind.TIMED_OUT, "the tool gave no answer within 30000 ms");
        assertThat(early).isFalse();
        assertThat(execution.get().execution().state())
                .isEqualTo(new ExecutionState.Ended(late, Duration.ofSeconds(30)));
        interrupted.await();
        assertThat(fixture.records(fixture.ada, tool.id()))
                .containsExactly(execution.get().execution());
    }

    @Test
    void a_tool_that_does_not_listen_to_interrupts_is_left_behind() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        fixture.open.does(invocation -> {
            begun.countDown();
            boolean waiting = true;
            while (waiting) {
                try {
                    over.await();
                    waiting = false;
                } catch (InterruptedException ignored) {
                    waiting = true;
                }
            }
            return new ToolOutcome.Success("far too late");
        });
        FutureTask<Executed> execution = started(fixture, tool);
        begun.await();
        fixture.time().awaitWaiting(1);

        fixture.time().advance(Duration.ofSeconds(30));

        assertThat(kind(outcomeOf(execution.get()))).isEqualTo(FailureKind.TIMED_OUT);
        over.countDown();
    }

    @Test
    void an_interrupted_call_ends_and_is_recorded_as_cancelled() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        fixture.open.does(endless(begun, interrupted));
        FutureTask<Boolean> execution = new FutureTask<>(() -> {
            assertThat(kind(outcome())).isEqualTo(FailureKind.CANCELLED);
            return Thread.currentThread().isInterrupted();
        });
        Thread caller = Thread.ofVirtual().start(execution);
        begun.await();

        caller.interrupt();

        assertThat(execution.get()).isTrue();
        interrupted.await();
        assertThat(fixture.records(fixture.ada, tool.id()))
                .singleElement()
                .satisfies(record ->
                        assertThat(kind(ToolFixture.endOf(record).outcome())).isEqualTo(FailureKind.CANCELLED));
    }

    @Test
    void no_thread_waits_after_the_end_of_a_quick_tool() throws Exception {
        outcome();
        CountDownLatch begun = new CountDownLatch(1);
        fixture.open.does(endless(begun, new CountDownLatch(1)));
        FutureTask<Executed> execution = started(fixture, tool);
        begun.await();
        fixture.time().awaitWaiting(1);

        fixture.time().advance(Duration.ofSeconds(30));

        assertThat(kind(outcomeOf(execution.get()))).isEqualTo(FailureKind.TIMED_OUT);
    }

    @Test
    void no_more_executions_run_in_parallel_than_the_limit() throws Exception {
        ToolFixture small = new ToolFixture(Sample.with(ToolLimits.DEFAULT, "executionsAtOnce", 2));
        Tool slow = small.registered(small.boss, Sample.tool().name("open.act"));
        CountDownLatch begun = new CountDownLatch(2);
        small.open.does(endless(begun, new CountDownLatch(2)));
        FutureTask<Executed> first = started(small, slow);
        FutureTask<Executed> second = started(small, slow);
        begun.await();
        small.time().awaitWaiting(2);

        assertThat(Refused.by(() -> small.execute(small.bob, slow, Map.of())))
                .isEqualTo(new CommonProblem.RateLimited(Duration.ofSeconds(1)));
        small.time().advance(Duration.ofSeconds(30));
        first.get();
        second.get();
        small.open.replies("room again");

        assertThat(outcomeOf(small.execute(small.bob, slow, Map.of())))
                .isEqualTo(new ToolOutcome.Success(Map.of("value", "room again")));
    }

    private Tool acmes() {
        fixture.consent(fixture.ada, "read", "write");
        return fixture.registered(fixture.boss, Sample.tool().name("acme.act"));
    }

    private static String tokenOf(ToolInvocation invocation) {
        return ((Credential.OAuthTokens) invocation.credential().orElseThrow()).accessToken();
    }

    @Test
    void a_credential_that_is_refused_is_renewed_once_and_tried_again() {
        Tool acmes = acmes();
        fixture.acme.does(invocation ->
                tokenOf(invocation).equals("access 1") ? UNAUTHORIZED : new ToolOutcome.Success(Map.of("ok", true)));

        ToolOutcome outcome = outcomeOf(fixture.execute(fixture.ada, acmes, Map.of()));

        assertThat(outcome).isEqualTo(new ToolOutcome.Success(Map.of("ok", true)));
        assertThat(fixture.acme.invocations())
                .extracting(ExecutionRunTest::tokenOf)
                .containsExactly("access 1", "access 2");
    }

    @Test
    void a_credential_that_is_refused_twice_stays_refused() {
        Tool acmes = acmes();
        fixture.acme.does(invocation -> UNAUTHORIZED);

        assertThat(outcomeOf(fixture.execute(fixture.ada, acmes, Map.of()))).isEqualTo(UNAUTHORIZED);
        assertThat(fixture.acme.invocations()).hasSize(2);
    }

    @Test
    void a_key_that_is_refused_cannot_be_renewed() {
        fixture.connect(fixture.ada, "keyed", "k3y");
        Tool keyed = fixture.registered(fixture.boss, Sample.tool().name("keyed.act"));
        fixture.keyed.does(invocation -> UNAUTHORIZED);

        assertThat(outcomeOf(fixture.execute(fixture.ada, keyed, Map.of()))).isEqualTo(UNAUTHORIZED);
        assertThat(fixture.keyed.invocations()).hasSize(1);
    }

    @Test
    void a_provider_that_is_down_when_a_credential_must_be_renewed_cannot_be_reached() {
        Tool acmes = acmes();
        fixture.acme.does(invocation -> UNAUTHORIZED);
        fixture.consent.goesDown();

        assertThat(kind(outcomeOf(fixture.execute(fixture.ada, acmes, Map.of()))))
                .isEqualTo(FailureKind.UNREACHABLE);
        assertThat(fixture.acme.invocations()).hasSize(1);
    }

    @Test
    void a_provider_that_refuses_to_renew_leaves_it_to_the_user() {
        Tool acmes = acmes();
        fixture.acme.does(invocation -> UNAUTHORIZED);
        fixture.consent.refuses();

        assertThat(kind(outcomeOf(fixture.execute(fixture.ada, acmes, Map.of()))))
                .isEqualTo(FailureKind.UNAUTHORIZED);
    }
}
