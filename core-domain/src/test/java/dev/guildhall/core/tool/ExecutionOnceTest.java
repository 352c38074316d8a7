package dev.guildhall.core.tool;

import static dev.guildhall.core.tool.ToolFixture.once;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Intercepted;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.ToolLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.execution.Executed;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionContext;
import dev.guildhall.ports.execution.ExecutionRequest;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.execution.ExecutionStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.ParameterType;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ExecutionOnceTest {
    private static final CommonProblem.Conflict STILL_RUNNING =
            new CommonProblem.Conflict("the first request with this Idempotency-Key is still being answered");

    private final ToolFixture fixture = new ToolFixture();
    private final Tool tool = echo(fixture);

    private static Tool echo(ToolFixture fixture) {
        ToolParameters anything =
                ToolParameters.of(Map.of("n", ParameterSpec.optional(ParameterType.INTEGER, "A number.")));
        return fixture.registered(fixture.boss, Sample.tool().name("open.echo").parameters(anything));
    }

    private Executed execute(ExecutionRequest request) {
        return fixture.executions().execute(fixture.ada, request);
    }

    private Problem refusal(ExecutionRequest request) {
        return Refused.by(() -> execute(request));
    }

    @Test
    void a_repeated_request_gets_the_first_response() {
        fixture.open.replies(Map.of("list", List.of(1, "two")));
        Executed first = execute(once(tool, Map.of("n", 1), "key"));
        fixture.time().advance(Duration.ofHours(24));
        fixture.open.replies("something else");

        Executed again = execute(once(tool, Map.of("n", 1), "key"));

        assertThat(first.replayed()).isFalse();
        assertThat(again).isEqualTo(new Executed(first.execution(), true));
        assertThat(fixture.open.invocations()).hasSize(1);
        assertThat(fixture.records(fixture.ada, tool.id())).hasSize(1);
    }

    @Test
    void a_failure_is_an_answer_too() {
        ToolOutcome failure =
                new ToolOutcome.Failure(FailureKind.RATE_LIMITED, "slow down", Optional.of(Duration.ofMillis(1500)));
        fixture.open.does(invocation -> failure);
        Executed first = execute(once(tool, Map.of(), "key"));

        Executed again = execute(once(tool, Map.of(), "key"));

        assertThat(again).isEqualTo(new Executed(first.execution(), true));
        assertThat(ToolFixture.outcomeOf(again)).isEqualTo(failure);
    }

    @Test
    void after_a_day_the_key_is_new() {
        execute(once(tool, Map.of("n", 1), "key"));
        fixture.time().advance(Duration.ofHours(24).plusMillis(1));

        assertThat(execute(once(tool, Map.of("n", 2), "key")).replayed()).isFalse();
        assertThat(fixture.open.invocations()).hasSize(2);
    }

    @Test
    void without_a_key_it_happens_every_time() {
        fixture.execute(fixture.ada, tool, Map.of());
        fixture.execute(fixture.ada, tool, Map.of());

        assertThat(fixture.open.invocations()).hasSize(2);
    }

    @Test
    void a_key_belongs_to_exactly_one_request() {
        execute(once(tool, Map.of("n", 1), "key"));
        Tool other = fixture.registered(fixture.boss, Sample.tool().name("open.other"));
        ExecutionRequest elsewhere = new ExecutionRequest(
                tool.id(),
                Map.of("n", 1),
                new ExecutionContext(Optional.of("agt_1"), Optional.empty()),
                Optional.of(new IdempotencyKey("key")));

        assertThat(List.of(
                        refusal(once(tool, Map.of("n", 2), "key")),
                        refusal(once(tool, Map.of(), "key")),
                        refusal(once(other, Map.of("n", 1), "key")),
                        refusal(elsewhere)))
                .containsOnly(new CommonProblem.IdempotencyMismatch());
        assertThat(fixture.open.invocations()).hasSize(1);
    }

    @Test
    void a_key_is_its_users_own() {
        execute(once(tool, Map.of("n", 1), "key"));

        assertThat(fixture.executions()
                        .execute(fixture.bob, once(tool, Map.of("n", 2), "key"))
                        .replayed())
                .isFalse();
    }

    @Test
    void a_second_request_is_refused_while_the_first_one_runs() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        fixture.open.does(invocation -> {
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return new ToolOutcome.Success("done");
        });
        FutureTask<Executed> first = new FutureTask<>(() -> execute(once(tool, Map.of(), "key")));
        Thread.ofVirtual().start(first);
        begun.await();

        assertThat(refusal(once(tool, Map.of(), "key"))).isEqualTo(STILL_RUNNING);
        assertThat(refusal(once(tool, Map.of("n", 1), "key"))).isEqualTo(new CommonProblem.IdempotencyMismatch());
        end.countDown();

        Executed done = first.get();
        assertThat(execute(once(tool, Map.of(), "key"))).isEqualTo(new Executed(done.execution(), true));
    }

    @Test
    void of_many_concurrent_requests_one_is_executed() throws Exception {
        List<Callable<Optional<Executed>>> calls = IntStream.range(0, 50)
                .<Callable<Optional<Executed>>>mapToObj(i -> () -> {
                    try {
                        return Optional.of(execute(once(tool, Map.of("n", 1), "key")));
                    } catch (Refusal refused) {
                        assertThat(refused.problem()).isEqualTo(STILL_RUNNING);
                        return Optional.empty();
                    }
                })
                .toList();

        List<Executed> replies =
                AtOnce.run(calls).stream().flatMap(Optional::stream).toList();

        assertThat(fixture.open.invocations()).hasSize(1);
        assertThat(replies).filteredOn(answer -> !answer.replayed()).hasSize(1);
        assertThat(replies)
                .extracting(Executed::execution)
                .containsOnly(replies.getFirst().execution());
    }

    @Test
    void a_request_that_was_refused_may_be_sent_again() {
        Tool keyed = fixture.registered(fixture.boss, Sample.tool().name("keyed.act"));
        Problem refused = refusal(once(keyed, Map.of(), "key"));
        fixture.connect(fixture.ada, "keyed", "k3y");

        Executed executed = execute(once(keyed, Map.of(), "key"));

        assertThat(refused).isNotInstanceOf(CommonProblem.Conflict.class);
        assertThat(executed.replayed()).isFalse();
    }

    @Test
    void a_request_that_found_no_room_may_be_sent_again() {
        ToolFixture full = new ToolFixture(Sample.with(ToolLimits.DEFAULT, "executionsAtOnce", 0));
        Tool echo = echo(full);

        for (int i = 0; i < 2; i++) {
            assertThat(Refused.by(() -> full.executions().execute(full.ada, once(echo, Map.of(), "key"))))
                    .isInstanceOf(CommonProblem.RateLimited.class);
        }
    }

    /** Stores that begin executions, and are unreachable for the first end. */
    private static Stores leaky(Stores stores) {
        ExecutionStore leaky = Intercepted.failing(ExecutionStore.class, stores.executions(), "end", 1);
        return Sample.with((InMemoryStores) stores, "executions", leaky);
    }

    @Test
    void a_tool_that_took_effect_is_not_called_again_when_its_end_could_not_be_written() {
        ToolFixture leaky = new ToolFixture(leaky(InMemoryStores.empty()), ToolLimits.DEFAULT);
        Tool echo = echo(leaky);
        ExecutionRequest request = once(echo, Map.of(), "key");

        Problem first = Refused.by(() -> leaky.executions().execute(leaky.ada, request));
        Problem second = Refused.by(() -> leaky.executions().execute(leaky.ada, request));
        leaky.time().advance(ExecutionJournal.abandonedAfter(ToolLimits.DEFAULT).plusMillis(1));
        Executed third = leaky.executions().execute(leaky.ada, request);

        assertThat(first).isEqualTo(new CommonProblem.Unavailable("database"));
        assertThat(second).isEqualTo(STILL_RUNNING);
        assertThat(ToolFixture.outcomeOf(third)).isEqualTo(ExecutionState.OUTCOME_UNKNOWN);
        assertThat(third.replayed()).isTrue();
        assertThat(leaky.open.invocations()).hasSize(1);
    }

    @Test
    void an_end_that_could_not_be_written_is_written_when_the_database_is_back() {
        ExecutionJournal journal = journal(leaky(fixture.stores()), Optional.empty());
        ExecutionRequest request = once(tool, Map.of(), "key");
        Execution execution = running();
        ExecutionState.Ended done = new ExecutionState.Ended(new ToolOutcome.Success(Map.of("n", 1)), Duration.ZERO);
        journal.claim(request, execution);

        assertThat(Refused.by(() -> journal.end(request, execution, done)))
                .isEqualTo(new CommonProblem.Unavailable("database"));
        journal.maintenance();

        assertThat(ToolFixture.outcomeOf(execute(request))).isEqualTo(done.outcome());
    }

    @Test
    void an_execution_of_a_failed_node_has_an_unknown_outcome_when_the_lease_expires() {
        NodeId node = new NodeId(Sample.id("node"));
        fixture.stores().tasks().renew(node, Duration.ofMinutes(5));
        ExecutionRequest request = once(tool, Map.of(), "key");
        Execution lost = running();
        ExecutionJournal journal = journal(fixture.stores(), Optional.of(node));
        assertThat(journal.claim(request, lost)).isEmpty();

        fixture.time().advance(Duration.ofHours(1));
        Problem early = refusal(request);
        fixture.stores().tasks().leave(node);
        Executed late = execute(request);
        journal.end(request, lost, new ExecutionState.Ended(new ToolOutcome.Success(Map.of()), Duration.ZERO));
        Executed again = execute(request);

        assertThat(early).isEqualTo(STILL_RUNNING);
        assertThat(late.execution().id()).isEqualTo(lost.id());
        assertThat(ToolFixture.outcomeOf(late)).isEqualTo(ExecutionState.OUTCOME_UNKNOWN);
        assertThat(late.replayed()).isTrue();
        assertThat(ToolFixture.outcomeOf(again)).isEqualTo(ExecutionState.OUTCOME_UNKNOWN);
        assertThat(fixture.open.invocations()).isEmpty();
    }

    private Execution running() {
        return Sample.execution(fixture.ada.userId())
                .of(tool.id())
                .startedAt(fixture.time().instant())
                .build();
    }

    private ExecutionJournal journal(Stores stores, Optional<NodeId> node) {
        return new ExecutionJournal(
                fixture.time(),
                stores,
                () -> node,
                new RecentSearches(fixture.time(), ToolLimits.DEFAULT.recentBytes()),
                ToolLimits.DEFAULT);
    }
}
