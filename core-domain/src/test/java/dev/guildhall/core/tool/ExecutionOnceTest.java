package dev.guildhall.core.tool;

import static dev.guildhall.core.tool.Toolshed.once;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.contract.AtOnce;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.Executed;
import dev.guildhall.ports.tool.Execution;
import dev.guildhall.ports.tool.ExecutionContext;
import dev.guildhall.ports.tool.ExecutionId;
import dev.guildhall.ports.tool.ExecutionRequest;
import dev.guildhall.ports.tool.ExecutionState;
import dev.guildhall.ports.tool.ExecutionStore;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.ParameterType;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolParameters;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ExecutionOnceTest {
    private static final CommonProblem.Conflict STILL_RUNNING =
            new CommonProblem.Conflict("the first request with this Idempotency-Key is still being answered");

    private final Toolshed shed = new Toolshed();
    private final Tool tool = echo(shed);

    private static Tool echo(Toolshed shed) {
        ToolParameters anything =
                ToolParameters.of(Map.of("n", ParameterSpec.optional(ParameterType.INTEGER, "A number.")));
        return shed.registered(shed.boss, Sample.tool().name("open.echo").parameters(anything));
    }

    private Executed execute(ExecutionRequest request) {
        return shed.executions().execute(shed.ada, request);
    }

    private Problem refusal(ExecutionRequest request) {
        return Refused.by(() -> execute(request));
    }

    @Test
    void a_request_that_comes_again_gets_the_first_answer() {
        shed.open.answers(Map.of("list", List.of(1, "two")));
        Executed first = execute(once(tool, Map.of("n", 1), "key"));
        shed.time().advance(Duration.ofHours(24));
        shed.open.answers("something else");

        Executed again = execute(once(tool, Map.of("n", 1), "key"));

        assertThat(first.replayed()).isFalse();
        assertThat(again).isEqualTo(new Executed(first.execution(), true));
        assertThat(shed.open.invocations()).hasSize(1);
        assertThat(shed.records(shed.ada, tool.id())).hasSize(1);
    }

    @Test
    void a_failure_is_an_answer_too() {
        ToolOutcome failure =
                new ToolOutcome.Failure(FailureKind.RATE_LIMITED, "slow down", Optional.of(Duration.ofMillis(1500)));
        shed.open.does(invocation -> failure);
        Executed first = execute(once(tool, Map.of(), "key"));

        Executed again = execute(once(tool, Map.of(), "key"));

        assertThat(again).isEqualTo(new Executed(first.execution(), true));
        assertThat(Toolshed.outcomeOf(again)).isEqualTo(failure);
    }

    @Test
    void after_a_day_the_key_is_new() {
        execute(once(tool, Map.of("n", 1), "key"));
        shed.time().advance(Duration.ofHours(24).plusMillis(1));

        Executed later = execute(once(tool, Map.of("n", 2), "key"));

        assertThat(later.replayed()).isFalse();
        assertThat(shed.open.invocations()).hasSize(2);
    }

    @Test
    void without_a_key_it_happens_every_time() {
        shed.execute(shed.ada, tool, Map.of());
        shed.execute(shed.ada, tool, Map.of());

        assertThat(shed.open.invocations()).hasSize(2);
    }

    @Test
    void a_key_stands_for_one_request_whole() {
        execute(once(tool, Map.of("n", 1), "key"));
        Tool other = shed.registered(shed.boss, Sample.tool().name("open.other"));
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
        assertThat(shed.open.invocations()).hasSize(1);
    }

    @Test
    void a_key_is_its_users_own() {
        execute(once(tool, Map.of("n", 1), "key"));

        Executed bobs = shed.executions().execute(shed.bob, once(tool, Map.of("n", 2), "key"));

        assertThat(bobs.replayed()).isFalse();
    }

    @Test
    void while_the_first_goes_on_the_second_is_turned_away() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        shed.open.does(invocation -> {
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
    void of_many_at_once_one_is_carried_out() throws Exception {
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

        List<Executed> answers =
                AtOnce.run(calls).stream().flatMap(Optional::stream).toList();

        assertThat(shed.open.invocations()).hasSize(1);
        assertThat(answers).filteredOn(answer -> !answer.replayed()).hasSize(1);
        assertThat(answers)
                .extracting(Executed::execution)
                .containsOnly(answers.getFirst().execution());
    }

    @Test
    void a_request_that_was_refused_may_be_sent_again() {
        Tool keyed = shed.registered(shed.boss, Sample.tool().name("keyed.act"));
        Problem refused = refusal(once(keyed, Map.of(), "key"));
        shed.connect(shed.ada, "keyed", "k3y");

        Executed executed = execute(once(keyed, Map.of(), "key"));

        assertThat(refused).isNotInstanceOf(CommonProblem.Conflict.class);
        assertThat(executed.replayed()).isFalse();
    }

    @Test
    void a_request_that_found_no_room_may_be_sent_again() {
        Toolshed full = new Toolshed(ToolLimits.DEFAULT.withExecutionsAtOnce(0));
        Tool echo = echo(full);

        for (int i = 0; i < 2; i++) {
            assertThat(Refused.by(() -> full.executions().execute(full.ada, once(echo, Map.of(), "key"))))
                    .isInstanceOf(CommonProblem.RateLimited.class);
        }
    }

    /** Executions are begun, and after that the database is away as often as was said. */
    private record Leaky(Stores others, AtomicInteger outages) implements ForwardingStores {
        @Override
        public ExecutionStore executions() {
            ExecutionStore kept = others.executions();
            return new ExecutionStore() {
                @Override
                public void add(Execution execution) {
                    kept.add(execution);
                }

                @Override
                public void end(ExecutionId id, ExecutionState.Ended ended) {
                    if (outages.getAndDecrement() > 0) {
                        throw new Refusal(new CommonProblem.Unavailable("database"));
                    }
                    kept.end(id, ended);
                }

                @Override
                public Page<Execution> ofTool(ToolId toolId, UserId userId, PageRequest page) {
                    return kept.ofTool(toolId, userId, page);
                }

                @Override
                public int endAbandoned(Instant startedBefore, Instant now) {
                    return kept.endAbandoned(startedBefore, now);
                }

                @Override
                public int sweep(Instant before, int most) {
                    return kept.sweep(before, most);
                }
            };
        }
    }

    @Test
    void a_tool_that_took_effect_is_not_called_again_when_its_end_could_not_be_written() {
        Toolshed leaky = new Toolshed(new Leaky(InMemoryStores.empty(), new AtomicInteger(1)), ToolLimits.DEFAULT);
        Tool echo = echo(leaky);
        ExecutionRequest request = once(echo, Map.of(), "key");

        Problem first = Refused.by(() -> leaky.executions().execute(leaky.ada, request));
        Problem second = Refused.by(() -> leaky.executions().execute(leaky.ada, request));
        leaky.time().advance(ToolLimits.DEFAULT.abandonedAfter());
        Executed third = leaky.executions().execute(leaky.ada, request);

        assertThat(first).isEqualTo(new CommonProblem.Unavailable("database"));
        assertThat(second).isEqualTo(STILL_RUNNING);
        assertThat(Toolshed.outcomeOf(third)).isEqualTo(ExecutionState.INTERRUPTED);
        assertThat(third.replayed()).isTrue();
        assertThat(leaky.open.invocations()).hasSize(1);
    }

    @Test
    void what_a_dead_node_began_is_answered_as_interrupted_when_no_node_can_be_at_it() {
        ExecutionRequest request = once(tool, Map.of(), "key");
        ExecutionJournal journal =
                new ExecutionJournal(shed.time(), shed.stores(), new RecentSearches(shed.time()), ToolLimits.DEFAULT);
        Execution lost = Sample.execution(shed.ada.userId()).of(tool.id()).build();
        assertThat(journal.claim(request, lost)).isEmpty();

        shed.time().advance(Duration.ofMinutes(2).minusMillis(2));
        Problem early = refusal(request);
        shed.time().advance(Duration.ofMillis(2));
        Executed late = execute(request);

        assertThat(early).isEqualTo(STILL_RUNNING);
        assertThat(late.execution().id()).isEqualTo(lost.id());
        assertThat(Toolshed.outcomeOf(late)).isEqualTo(ExecutionState.INTERRUPTED);
        assertThat(late.replayed()).isTrue();
        assertThat(shed.open.invocations()).isEmpty();
    }
}
