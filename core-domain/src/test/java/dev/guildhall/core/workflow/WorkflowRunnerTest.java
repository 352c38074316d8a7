package dev.guildhall.core.workflow;

import static dev.guildhall.core.workflow.WorkflowFixture.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.LogLines;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("a test reads all lines of a logger that other classes write to as well")
class WorkflowRunnerTest {
    private static final TaskState.Ended DONE = new TaskState.Completed(Map.of());
    private static final WorkflowLimits NARROW =
            Sample.with(Sample.with(WorkflowLimits.DEFAULT.withCapacity(0), "batch", 2), "batches", 2);

    private final Caller.User user = WorkflowFixture.someone();

    private Workflow start(WorkflowFixture fixture, String name) {
        return fixture.service()
                .start(user, name, List.of(step("a"), step("b", "a")), Optional.empty())
                .workflow();
    }

    private WorkflowStatus status(WorkflowFixture fixture, Workflow workflow) {
        return fixture.service().find(user, workflow.id()).status();
    }

    /** Dependent steps of workflows named {@code broken} meet a bug while it is set. */
    private static StepAssignment buggy(AtomicBoolean bug) {
        return (workflow, step, outputs) -> {
            if (bug.get()
                    && workflow.about().name().equals("broken")
                    && !step.spec().dependsOn().isEmpty()) {
                throw new IllegalStateException("a bug");
            }
            return Map.of();
        };
    }

    @Test
    void a_workflow_that_cannot_be_advanced_does_not_block_others_and_continues_later() {
        AtomicBoolean bug = new AtomicBoolean(true);
        WorkflowFixture fixture = new WorkflowFixture(NARROW, buggy(bug));
        List<Workflow> broken = List.of(start(fixture, "broken"), start(fixture, "broken"), start(fixture, "broken"));
        Workflow whole = start(fixture, "whole");

        try (LogLines log = new LogLines(WorkflowRunner.class)) {
            fixture.carryOutAll(task -> DONE);
            assertThat(log.lines()).hasSize(3).allMatch(line -> line.contains("could not be advanced"));
        }
        assertThat(status(fixture, whole)).isEqualTo(WorkflowStatus.COMPLETED);
        assertThat(broken).allMatch(one -> status(fixture, one) == WorkflowStatus.RUNNING);

        bug.set(false);
        assertThat(fixture.runner().round()).isZero();
        fixture.time().advance(Duration.ofSeconds(30));
        fixture.carryOutAll(task -> DONE);
        assertThat(broken).allMatch(one -> status(fixture, one) == WorkflowStatus.COMPLETED);
    }

    @Test
    void a_round_is_bounded_and_the_next_one_processes_the_rest() {
        WorkflowFixture fixture = new WorkflowFixture(NARROW);
        for (int i = 0; i < 5; i++) {
            start(fixture, "one");
        }
        fixture.carryOut(task -> DONE);

        assertThat(fixture.runner().round()).isEqualTo(4);
        assertThat(fixture.runner().round()).isEqualTo(1);
        assertThat(fixture.runner().round()).isZero();
    }

    @Test
    void it_processes_ended_tasks_without_waiting_for_time_to_pass() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        WorkflowFixture fixture = new WorkflowFixture(WorkflowLimits.DEFAULT, (workflow, step, outputs) -> {
            if (!step.spec().dependsOn().isEmpty()) {
                asked.countDown();
            }
            return Map.of();
        });
        start(fixture, "one");
        Thread runner = Thread.ofVirtual().start(fixture.runner());
        fixture.time().awaitWaiting(1);

        fixture.carryOut(task -> DONE);

        assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
        runner.interrupt();
        assertThat(runner.join(Duration.ofSeconds(20))).isTrue();
    }
}
