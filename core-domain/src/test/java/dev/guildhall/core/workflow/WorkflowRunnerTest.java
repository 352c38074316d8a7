package dev.guildhall.core.workflow;

import static dev.guildhall.core.workflow.Workshop.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.LogLines;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class WorkflowRunnerTest {
    private static final TaskState.Ended DONE = new TaskState.Completed(Map.of());

    private final Caller.User user = Workshop.someone();

    private Workflow start(Workshop workshop, String name) {
        return workshop.service()
                .start(user, name, List.of(step("a"), step("b", "a")), Optional.empty())
                .workflow();
    }

    private WorkflowStatus status(Workshop workshop, Workflow workflow) {
        return workshop.service().find(user, workflow.id()).status();
    }

    /** Dependent steps of workflows named {@code broken} meet a bug while it is set. */
    private static StepAssignment buggy(AtomicBoolean bug) {
        return (workflow, step) -> {
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
        WorkflowLimits narrow = new WorkflowLimits(
                0,
                Duration.ofSeconds(1),
                Duration.ofDays(7),
                1_000,
                Duration.ofDays(1),
                Duration.ofMillis(500),
                2,
                2,
                Duration.ofSeconds(30),
                100);
        Workshop workshop = new Workshop(narrow, buggy(bug));
        List<Workflow> broken =
                List.of(start(workshop, "broken"), start(workshop, "broken"), start(workshop, "broken"));
        Workflow whole = start(workshop, "whole");

        try (LogLines log = new LogLines(WorkflowRunner.class)) {
            workshop.carryOutAll(task -> DONE);
            assertThat(log.lines()).hasSize(3).allMatch(line -> line.contains("could not be advanced"));
        }
        assertThat(status(workshop, whole)).isEqualTo(WorkflowStatus.COMPLETED);
        assertThat(broken).allMatch(one -> status(workshop, one) == WorkflowStatus.RUNNING);

        bug.set(false);
        assertThat(workshop.runner().round()).isZero();
        workshop.time().advance(Duration.ofSeconds(30));
        workshop.carryOutAll(task -> DONE);
        assertThat(broken).allMatch(one -> status(workshop, one) == WorkflowStatus.COMPLETED);
    }

    @Test
    void a_round_is_bounded_and_the_next_one_processes_the_rest() {
        WorkflowLimits narrow = new WorkflowLimits(
                0,
                Duration.ofSeconds(1),
                Duration.ofDays(7),
                1_000,
                Duration.ofDays(1),
                Duration.ofMillis(500),
                2,
                2,
                Duration.ofSeconds(30),
                100);
        Workshop workshop = new Workshop(narrow);
        for (int i = 0; i < 5; i++) {
            start(workshop, "one");
        }
        workshop.carryOut(task -> DONE);

        assertThat(workshop.runner().round()).isEqualTo(4);
        assertThat(workshop.runner().round()).isEqualTo(1);
        assertThat(workshop.runner().round()).isZero();
    }

    @Test
    void it_processes_ended_tasks_without_waiting_for_time_to_pass() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        Workshop workshop = new Workshop(WorkflowLimits.DEFAULT, (workflow, step) -> {
            if (!step.spec().dependsOn().isEmpty()) {
                asked.countDown();
            }
            return Map.of();
        });
        start(workshop, "one");
        Thread runner = Thread.ofVirtual().start(workshop.runner());
        workshop.time().awaitWaiting(1);

        workshop.carryOut(task -> DONE);

        assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
        runner.interrupt();
        assertThat(runner.join(Duration.ofSeconds(20))).isTrue();
    }
}
