package dev.guildhall.testkit.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleExecution;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.Undone;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionContext;
import dev.guildhall.ports.execution.ExecutionId;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.execution.ExecutionStore;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every {@link ExecutionStore} does. */
public interface ExecutionStoreContract {
    /** A time long before the data of other suites. */
    Instant THEN = Sample.NOW.minus(Duration.ofDays(3000));

    ExecutionState.Ended DONE = ended(new ToolOutcome.Success(Map.of()));

    Stores stores();

    private ExecutionStore executions() {
        return stores().executions();
    }

    private static ExecutionState.Ended ended(ToolOutcome outcome) {
        return new ExecutionState.Ended(outcome, Duration.ofMillis(1234));
    }

    private Execution begun(SampleExecution sample) {
        Execution execution = sample.build();
        executions().add(execution, Optional.empty());
        return execution;
    }

    private Execution done(SampleExecution sample) {
        Execution execution = begun(sample);
        executions().end(execution.id(), DONE);
        return execution.with(DONE);
    }

    private List<Execution> of(Execution execution) {
        return of(execution.toolId(), execution.userId());
    }

    private List<Execution> of(ToolId tool, UserId user) {
        return executions().ofTool(tool, user, PageRequest.first()).items();
    }

    @Test
    default void an_ended_execution_is_read_unchanged() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("text", "grüße 茶 👋 NUL \u0000 half \ud83d");
        parameters.put("nothing", null);
        parameters.put("numbers", List.of(1, 1.0, 1L << 40));
        Execution execution = begun(Sample.execution(Given.someUser(stores()))
                .context(new ExecutionContext(Optional.of("agt_1"), Optional.of("tâsk")))
                .parameters(parameters));

        List<Execution> before = of(execution);
        executions().end(execution.id(), DONE);

        assertThat(before).isEmpty();
        assertThat(of(execution)).containsExactly(execution.with(DONE));
        assertThat(of(execution).getFirst().parameters().keySet()).containsExactlyElementsOf(parameters.keySet());
    }

    @Test
    default void the_result_is_not_kept() {
        Execution execution = begun(Sample.execution(Given.someUser(stores())));

        executions().end(execution.id(), ended(new ToolOutcome.Success(Map.of("secret", "data"))));

        assertThat(of(execution)).containsExactly(execution.with(DONE));
    }

    @ParameterizedTest
    @EnumSource(FailureKind.class)
    default void a_failure_is_stored_with_its_kind_and_message(FailureKind kind) {
        Execution execution = begun(Sample.execution(Given.someUser(stores())));
        ToolOutcome failure = new ToolOutcome.Failure(kind, "it did not work: 不行");

        executions().end(execution.id(), ended(failure));

        assertThat(of(execution)).containsExactly(execution.with(ended(failure)));
    }

    @Test
    default void a_failure_with_any_message_can_be_stored() {
        Execution execution = begun(Sample.execution(Given.someUser(stores())));

        executions()
                .end(execution.id(), ended(new ToolOutcome.Failure(FailureKind.FAILED, "NUL \u0000 and half \ud83d")));

        assertThat(of(execution))
                .singleElement()
                .satisfies(kept -> assertThat(kept.state().wireName()).isEqualTo("failed"));
    }

    @Test
    default void the_first_end_holds() {
        Execution execution = done(Sample.execution(Given.someUser(stores())));

        executions().end(execution.id(), ended(ExecutionState.OUTCOME_UNKNOWN));

        assertThat(of(execution)).containsExactly(execution);
    }

    @Test
    default void of_many_concurrent_ends_one_is_kept() throws Exception {
        Execution execution = begun(Sample.execution(Given.someUser(stores())));
        List<Callable<ExecutionState>> calls = IntStream.range(0, 10)
                .<Callable<ExecutionState>>mapToObj(i -> () -> {
                    ToolOutcome outcome = new ToolOutcome.Failure(FailureKind.FAILED, "end " + i);
                    executions().end(execution.id(), ended(outcome));
                    return of(execution).getFirst().state();
                })
                .toList();

        assertThat(AtOnce.run(calls)).containsOnly(of(execution).getFirst().state());
    }

    @Test
    default void executions_of_a_tool_and_a_user_are_listed_newest_first_in_pages() {
        UserId user = Given.someUser(stores());
        ToolId tool = new ToolId(Sample.id("tool"));
        Execution first = done(Sample.execution(user).of(tool));
        Execution second = done(Sample.execution(user).of(tool));
        begun(Sample.execution(user).of(tool));
        Execution third = done(Sample.execution(user).of(tool));
        done(Sample.execution(user));
        Execution others = done(Sample.execution(Given.someUser(stores())).of(tool));

        Page<Execution> page = executions().ofTool(tool, user, new PageRequest(new Limit(2), Optional.empty()));
        Page<Execution> rest = executions().ofTool(tool, user, new PageRequest(new Limit(2), page.next()));

        assertThat(page.items()).containsExactly(third, second);
        assertThat(rest.items()).containsExactly(first);
        assertThat(rest.next()).isEmpty();
        assertThat(of(tool, others.userId())).containsExactly(others);
    }

    @Test
    default void an_execution_is_found_while_it_runs_and_when_it_has_ended() {
        Execution running = begun(Sample.execution(Given.someUser(stores())));

        assertThat(executions().find(running.id())).contains(running);
        assertThat(executions().end(running.id(), DONE)).isTrue();
        assertThat(executions().end(running.id(), DONE)).isFalse();
        assertThat(executions().find(running.id())).contains(running.with(DONE));
        assertThat(executions().find(new ExecutionId(Sample.id("exec")))).isEmpty();
    }

    @Test
    default void a_removed_execution_is_not_found() {
        Execution execution = begun(Sample.execution(Given.someUser(stores())));

        executions().remove(execution.id());

        assertThat(executions().find(execution.id())).isEmpty();
    }

    @Test
    default void executions_of_a_node_are_ended_when_its_lease_expires_and_not_before() {
        UserId user = Given.someUser(stores());
        NodeId node = new NodeId(Sample.id("node"));
        stores().tasks().renew(node, Duration.ofMinutes(5));
        Execution execution = Sample.execution(user).startedAt(THEN).build();
        executions().add(execution, Optional.of(node));
        Instant now = THEN.plusSeconds(10);

        executions().endAbandoned(THEN.minusSeconds(1), now);
        executions().endAbandoned(THEN.plusSeconds(1), now);
        Optional<Execution> alive = executions().find(execution.id());
        stores().tasks().leave(node);
        executions().endAbandoned(THEN.minusSeconds(1), now);

        assertThat(alive).contains(execution);
        assertThat(executions().find(execution.id()))
                .contains(execution.with(
                        new ExecutionState.Ended(ExecutionState.OUTCOME_UNKNOWN, Duration.ofSeconds(10))));
        executions().remove(execution.id());
    }

    @Test
    default void only_executions_whose_node_failed_are_ended() {
        UserId user = Given.someUser(stores());
        Execution dead = begun(Sample.execution(user).startedAt(THEN));
        Execution done = done(Sample.execution(user).startedAt(THEN));
        Execution young = begun(Sample.execution(user).startedAt(THEN.plusSeconds(1)));
        Instant now = THEN.plusMillis(61_500);

        int ended = executions().endAbandoned(THEN.plusSeconds(1), now);
        int again = executions().endAbandoned(THEN.plusSeconds(1), now);

        assertThat(List.of(ended, again)).containsExactly(1, 0);
        assertThat(of(dead))
                .containsExactly(
                        dead.with(new ExecutionState.Ended(ExecutionState.OUTCOME_UNKNOWN, Duration.ofMillis(61_500))));
        assertThat(of(done)).containsExactly(done);
        assertThat(of(young)).isEmpty();
        executions().sweep(THEN.plusSeconds(2), 10);
    }

    @Test
    default void old_ones_are_removed_in_batches() {
        UserId user = Given.someUser(stores());
        ToolId tool = new ToolId(Sample.id("tool"));
        done(Sample.execution(user).of(tool).startedAt(THEN));
        begun(Sample.execution(user).of(tool).startedAt(THEN));
        done(Sample.execution(user).of(tool).startedAt(THEN));
        Execution young = done(Sample.execution(user).of(tool).startedAt(THEN.plusSeconds(1)));

        int first = executions().sweep(THEN.plusMillis(1), 2);
        int second = executions().sweep(THEN.plusMillis(1), 2);
        int third = executions().sweep(THEN.plusMillis(1), 2);

        assertThat(List.of(first, second, third)).containsExactly(2, 1, 0);
        assertThat(of(tool, user)).containsExactly(young);
        executions().sweep(THEN.plusSeconds(2), 10);
    }

    @Test
    default void executions_go_with_their_account() {
        Execution execution = done(Sample.execution(Given.someUser(stores())));

        stores().erase(execution.userId());
        executions().end(execution.id(), DONE);

        assertThat(of(execution)).isEmpty();
    }

    @Test
    default void an_execution_of_an_erased_account_may_be_stored_and_no_user_lists_it() {
        UserId user = Given.someUser(stores());
        Execution kept = done(Sample.execution(user));
        stores().erase(user);

        Execution late = begun(Sample.execution(user));
        executions().end(late.id(), DONE);

        assertThat(of(kept)).isEmpty();
    }

    @Test
    default void a_stored_execution_is_rolled_back_with_its_transaction() {
        UserId user = Given.someUser(stores());
        Execution running = begun(Sample.execution(user));
        Execution undone = Sample.execution(user).build();

        Undone.after(stores(), () -> {
            executions().add(undone, Optional.empty());
            executions().end(undone.id(), DONE);
            executions().end(running.id(), DONE);
        });

        assertThat(of(undone)).isEmpty();
        assertThat(of(running)).isEmpty();
        executions().end(running.id(), DONE);
        assertThat(of(running)).containsExactly(running.with(DONE));
    }
}
