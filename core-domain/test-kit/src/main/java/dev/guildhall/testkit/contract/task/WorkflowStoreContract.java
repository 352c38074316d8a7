package dev.guildhall.testkit.contract.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.guildhall.ports.task.StartTime;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.task.TaskOptions;
import dev.guildhall.ports.workflow.WorkflowEvent;
import dev.guildhall.ports.task.Concurrency;
import dev.guildhall.ports.task.TaskStatus;
import java.util.Map;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.Undone;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.Workflow.Kind;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import dev.guildhall.ports.workflow.WorkflowStore;
import dev.guildhall.ports.workflow.WorkflowStore.StepChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link WorkflowStore} does. */
public interface WorkflowStoreContract extends QueueContract {
    private Workflow added(Workflow workflow) {
        workflows().add(workflow);
        return workflows().find(workflow.id()).orElseThrow();
    }

    private Workflow find(Workflow workflow) {
        return workflows().find(workflow.id()).orElseThrow();
    }

    private Task stepOf(Workflow workflow, String step) {
        Task task = enqueue(Sample.task(workflow.owner()).partOf(workflow.id()).build());
        update(workflow, WorkflowStatus.RUNNING, new StepChange(step, StepStatus.RUNNING, Optional.of(task.id())));
        return task;
    }

    private void update(Workflow workflow, WorkflowStatus status, StepChange... steps) {
        stores().transactions().run(() -> {
            assertThat(workflows().lock(workflow.id())).isPresent();
            workflows().update(workflow.id(), status, List.of(steps));
        });
    }

    private void cancel(Task task) {
        tasks().end(task.id(), new TaskState.Cancelled(), Optional.empty());
    }

    private List<WorkflowId> listed(Kind kind, Optional<UserId> owner, Optional<WorkflowStatus> status) {
        return workflows().list(kind, owner, status, EVERYTHING).items().stream()
                .map(Workflow::id)
                .toList();
    }

    @Test
    default void a_workflow_comes_back_as_it_was_kept_with_the_stores_times() {
        Workflow given = Sample.workflow(someone())
                .step("one")
                .step("zwei, 茶", "one")
                .step("three", "zwei, 茶", "one")
                .build();
        Workflow task = Sample.workflow(someone())
                .agentTask()
                .chat(new ChatId(Sample.id("chat")))
                .build();

        Workflow kept = added(given);
        Workflow keptTask = added(task);

        assertThat(kept)
                .usingRecursiveComparison()
                .ignoringFields("createdAt", "startedAt")
                .isEqualTo(given);
        assertThat(kept.steps()).isEqualTo(given.steps());
        assertThat(kept.createdAt()).isAfter(Sample.NOW);
        assertThat(kept.startedAt()).contains(kept.createdAt());
        assertThat(keptTask)
                .usingRecursiveComparison()
                .ignoringFields("createdAt")
                .isEqualTo(task);
        assertThat(keptTask.startedAt()).isEmpty();
    }

    @Test
    default void there_is_none_that_was_not_kept() {
        WorkflowId none = new WorkflowId(Sample.id("wf"));

        assertThat(workflows().find(none)).isEmpty();
        assertThat(stores().transactions().inTransaction(() -> workflows().lock(none)))
                .isEmpty();
        assertThat(stores().transactions().inTransaction(() -> workflows().tryLock(none)))
                .isEmpty();
    }

    @Test
    default void steps_carry_their_tasks_as_they_are() {
        Workflow workflow =
                added(Sample.workflow(someone()).step("one").step("two").build());
        Task task = stepOf(workflow, "two");

        WorkflowStep queued = find(workflow).steps().get(1);
        Task claimed = claimOne(node());
        WorkflowStep running = find(workflow).steps().get(1);

        assertThat(queued.task()).contains(task);
        assertThat(queued.taskId()).contains(task.id());
        assertThat(queued.status()).isEqualTo(StepStatus.RUNNING);
        assertThat(running.task()).contains(claimed);
        assertThat(find(workflow).steps().get(0))
                .isEqualTo(WorkflowStep.pending(workflow.steps().get(0).spec()));
    }

    @Test
    default void the_times_of_a_status_are_those_of_its_writing() {
        Workflow pending = added(Sample.workflow(someone()).agentTask().build());

        update(pending, WorkflowStatus.RUNNING);
        Workflow running = find(pending);
        update(pending, WorkflowStatus.RUNNING, new StepChange("only", StepStatus.SKIPPED, Optional.empty()));
        Workflow still = find(pending);
        update(pending, WorkflowStatus.FAILED);
        Workflow ended = find(pending);

        assertThat(running.startedAt()).hasValueSatisfying(at -> assertThat(at).isAfterOrEqualTo(pending.createdAt()));
        assertThat(running.completedAt()).isEmpty();
        assertThat(still.startedAt()).isEqualTo(running.startedAt());
        assertThat(still.steps().getFirst().status()).isEqualTo(StepStatus.SKIPPED);
        assertThat(ended.status()).isEqualTo(WorkflowStatus.FAILED);
        assertThat(ended.startedAt()).isEqualTo(running.startedAt());
        assertThat(ended.completedAt())
                .hasValueSatisfying(
                        at -> assertThat(at).isAfterOrEqualTo(ended.startedAt().orElseThrow()));
    }

    @Test
    default void one_that_never_ran_has_no_start_when_it_is_cancelled() {
        Workflow pending = added(Sample.workflow(someone()).agentTask().build());

        update(pending, WorkflowStatus.CANCELLED, new StepChange("only", StepStatus.CANCELLED, Optional.empty()));

        assertThat(find(pending).startedAt()).isEmpty();
        assertThat(find(pending).completedAt()).isPresent();
    }

    @Test
    default void lists_are_newest_first_and_filtered() {
        UserId owner = someone();
        Workflow first = added(Sample.workflow(owner).step("one").step("two").build());
        Workflow task = added(Sample.workflow(owner).agentTask().build());
        Workflow other = added(Sample.workflow(someone()).build());
        Workflow ended = added(Sample.workflow(owner).build());
        update(ended, WorkflowStatus.COMPLETED);
        Task step = stepOf(first, "two");

        assertThat(listed(Kind.WORKFLOW, Optional.empty(), Optional.empty()))
                .containsExactly(ended.id(), other.id(), first.id());
        assertThat(listed(Kind.AGENT_TASK, Optional.empty(), Optional.empty())).containsExactly(task.id());
        assertThat(listed(Kind.WORKFLOW, Optional.of(owner), Optional.empty())).containsExactly(ended.id(), first.id());
        assertThat(listed(Kind.WORKFLOW, Optional.of(owner), Optional.of(WorkflowStatus.COMPLETED)))
                .containsExactly(ended.id());
        assertThat(listed(Kind.WORKFLOW, Optional.empty(), Optional.of(WorkflowStatus.RUNNING)))
                .containsExactly(other.id(), first.id());
        assertThat(listed(Kind.WORKFLOW, Optional.empty(), Optional.of(WorkflowStatus.FAILED)))
                .isEmpty();
        Workflow whole = workflows()
                .list(Kind.WORKFLOW, Optional.empty(), Optional.empty(), EVERYTHING)
                .items()
                .getLast();
        assertThat(whole).isEqualTo(find(first));
        assertThat(whole.steps().getLast().task()).contains(step);
    }

    @Test
    default void lists_have_pages() {
        UserId owner = someone();
        List<WorkflowId> kept = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            kept.add(added(Sample.workflow(owner).step("one").step("two").build())
                    .id());
        }

        List<WorkflowId> found = new ArrayList<>();
        Optional<PageRequest> next = Optional.of(new PageRequest(new Limit(2), Optional.empty()));
        while (next.isPresent()) {
            Page<Workflow> page =
                    workflows().list(Kind.WORKFLOW, Optional.of(owner), Optional.empty(), next.orElseThrow());
            assertThat(page.items()).hasSizeBetween(1, 2);
            page.items().forEach(one -> {
                assertThat(one.steps()).hasSize(2);
                found.add(one.id());
            });
            next = page.next().map(cursor -> new PageRequest(new Limit(2), Optional.of(cursor)));
        }

        assertThat(found).isEqualTo(kept.reversed());
    }

    @Test
    default void a_lock_outside_a_transaction_is_refused() {
        Workflow workflow = added(Sample.workflow(someone()).build());

        assertThatIllegalStateException().isThrownBy(() -> workflows().lock(workflow.id()));
        assertThatIllegalStateException().isThrownBy(() -> workflows().tryLock(workflow.id()));
    }

    @Test
    default void a_workflow_that_no_other_transaction_has_locked_is_locked_without_waiting() {
        Workflow workflow = added(Sample.workflow(someone()).step("one").build());

        assertThat(stores().transactions().inTransaction(() -> workflows().tryLock(workflow.id())))
                .contains(workflow);
    }

    @RepeatedTest(5)
    default void who_waits_for_a_lock_sees_what_became_of_it() throws Exception {
        Workflow workflow = added(Sample.workflow(someone()).build());
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            calls.add(() -> stores().transactions().inTransaction(() -> {
                boolean first = workflows()
                        .lock(workflow.id())
                        .orElseThrow()
                        .steps()
                        .getFirst()
                        .taskId()
                        .isEmpty();
                if (first) {
                    Task task = enqueue(
                            Sample.task(workflow.owner()).partOf(workflow.id()).build());
                    workflows()
                            .update(
                                    workflow.id(),
                                    WorkflowStatus.RUNNING,
                                    List.of(new StepChange("only", StepStatus.RUNNING, Optional.of(task.id()))));
                }
                return first;
            }));
        }

        assertThat(AtOnce.run(calls)).containsOnlyOnce(true);
        assertThat(claim(node(), MANY)).hasSize(1);
    }

    @Test
    default void tasks_that_ended_wait_to_be_taken_note_of() {
        Workflow one = added(Sample.workflow(someone()).step("a").step("b").build());
        Workflow two = added(Sample.workflow(someone()).build());
        Workflow three = added(Sample.workflow(someone()).build());
        Task a = stepOf(one, "a");
        Task b = stepOf(one, "b");
        Task second = stepOf(two, "only");
        stepOf(three, "only");
        enqueue(Sample.task(someone()).build());
        completed(Sample.task(someone()).priority(100).build());

        assertThat(tasks().unprocessed(MANY)).isEmpty();
        cancel(second);
        passTime(Duration.ofSeconds(1));
        cancel(a);
        cancel(b);
        assertThat(tasks().unprocessed(MANY))
                .containsExactly(two.id().value(), one.id().value());
        assertThat(tasks().unprocessed(1)).containsExactly(two.id().value());
        stores().transactions().run(() -> tasks().processed(List.of(second.id(), a.id())));
        assertThat(tasks().unprocessed(MANY)).containsExactly(one.id().value());
        stores().transactions().run(() -> tasks().processed(List.of(b.id())));
        assertThat(tasks().unprocessed(MANY)).isEmpty();
    }

    @Test
    default void every_way_to_end_is_to_be_taken_note_of() {
        NodeId node = node();
        List<String> ways = new ArrayList<>();
        List<Workflow> kept = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            kept.add(added(Sample.workflow(someone()).build()));
            stepOf(kept.getLast(), "only");
            ways.add(kept.getLast().id().value());
        }
        List<Task> claimed = claim(node, 3);

        end(node, claimed.get(0), new AttemptEnd.Final(DONE));
        end(node, claimed.get(1), new AttemptEnd.Final(new TaskState.Failed(ERROR)));
        assertThat(tasks().unprocessed(MANY)).hasSize(2);
        passTime(LEASE.plusSeconds(1));
        tasks().recover(1, LOST, MANY);

        assertThat(tasks().unprocessed(MANY)).isEqualTo(ways);
    }

    @Test
    default void a_note_that_was_undone_is_to_be_taken_again() {
        Workflow workflow = added(Sample.workflow(someone()).build());
        Task task = stepOf(workflow, "only");
        cancel(task);

        Undone.after(stores(), () -> {
            tasks().processed(List.of(task.id()));
            workflows().update(workflow.id(), WorkflowStatus.CANCELLED, List.of());
        });

        assertThat(tasks().unprocessed(MANY)).containsExactly(workflow.id().value());
        assertThat(find(workflow).status()).isEqualTo(WorkflowStatus.RUNNING);
    }

    @Test
    default void a_workflow_kept_in_a_transaction_is_undone_with_it() {
        Workflow workflow = Sample.workflow(someone()).build();
        Task other = enqueue(Sample.task(someone()).build());

        Undone.after(stores(), () -> {
            workflows().add(workflow);
            stepOf(workflow, "only");
        });

        assertThat(workflows().find(workflow.id())).isEmpty();
        assertThat(claimedIds(node(), MANY)).containsExactly(other.id());
    }

    @Test
    default void old_ones_that_ended_are_forgotten_with_their_tasks() {
        List<TaskId> removed = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Workflow old = added(Sample.workflow(someone()).build());
            Task task = stepOf(old, "only");
            cancel(task);
            removed.add(task.id());
            stores().transactions().run(() -> tasks().processed(List.of(task.id())));
            update(old, WorkflowStatus.COMPLETED);
        }
        Workflow open = added(Sample.workflow(someone()).build());
        Task step = stepOf(open, "only");
        passTime(Duration.ofDays(1));
        Workflow late = added(Sample.workflow(someone()).build());
        update(late, WorkflowStatus.COMPLETED);
        Instant before = find(open).createdAt().plus(Duration.ofHours(1));

        int most = workflows().prune(before, 2);
        int rest = workflows().prune(before, 2);
        int none = workflows().prune(before, 2);

        assertThat(List.of(most, rest, none)).containsExactly(2, 1, 0);
        assertThat(tasks().findAll(removed)).isEmpty();
        assertThat(listed(Kind.WORKFLOW, Optional.empty(), Optional.empty())).containsExactly(late.id(), open.id());
        assertThat(tasks().find(step.id())).isPresent();
    }

    @Test
    default void workflows_go_with_the_account_of_their_owner() {
        UserId owner = Given.someUser(stores());
        Workflow workflow = added(Sample.workflow(owner).build());
        Task task = stepOf(workflow, "only");
        Workflow other = added(Sample.workflow(someone()).build());

        stores().erase(owner);

        assertThat(workflows().find(workflow.id())).isEmpty();
        assertThat(tasks().find(task.id())).isEmpty();
        assertThat(workflows().find(other.id())).isPresent();
    }

    @Test
    default void nothing_is_kept_for_an_account_that_is_not_there() {
        UserId removed = Given.someUser(stores());
        stores().erase(removed);
        Workflow workflow = Sample.workflow(removed).build();

        assertThat(workflows().add(workflow)).isFalse();

        assertThat(workflows().find(workflow.id())).isEmpty();
        assertThat(workflows().add(Sample.workflow(Given.someUser(stores())).build()))
                .isTrue();
    }

    private static Map<String, Object> output(Workflow workflow, String step) {
        return workflow.steps().stream()
                .filter(known -> known.spec().name().equals(step))
                .flatMap(known -> known.output().stream())
                .findFirst()
                .orElse(Map.of());
    }

    private static WorkflowStep completed(WorkflowStep step) {
        return new WorkflowStep(step.spec(), StepStatus.COMPLETED, Optional.empty(), Optional.empty());
    }

    private Workflow repeating(Workflow old) {
        return new Workflow(
                new WorkflowId(Sample.id("wf")),
                old.owner(),
                old.actor(),
                old.about(),
                WorkflowStatus.RUNNING,
                List.of(completed(old.steps().get(0)), WorkflowStep.pending(old.steps().get(1).spec())),
                Sample.NOW,
                Optional.empty(),
                Optional.empty(),
                Optional.of(old.id()));
    }

    @Test
    default void a_repetition_takes_outputs_over_and_keeps_them_when_the_first_one_is_removed() {
        Workflow old = added(Sample.workflow(someone()).step("one").step("two").build());
        Task one = stepOf(old, "one");
        Task two = stepOf(old, "two");
        tasks().end(one.id(), DONE, Optional.empty());
        tasks().end(two.id(), DONE, Optional.empty());
        stores().transactions().run(() -> tasks().processed(List.of(one.id(), two.id())));
        update(
                old,
                WorkflowStatus.FAILED,
                new StepChange("one", StepStatus.COMPLETED, Optional.of(one.id())),
                new StepChange("two", StepStatus.FAILED, Optional.of(two.id())));

        Workflow first = added(repeating(find(old)));
        Workflow second = added(repeating(first));
        passTime(Duration.ofDays(1));
        workflows().prune(find(first).createdAt().plus(Duration.ofHours(1)), MANY);

        assertThat(workflows().find(old.id())).isEmpty();
        assertThat(first.retriedFrom()).contains(old.id());
        assertThat(List.of(output(find(first), "one"), output(find(second), "one")))
                .containsOnly(output(find(first), "one"))
                .doesNotContain(Map.of());
        assertThat(output(find(first), "one")).isEqualTo(((TaskState.Completed) DONE).output());
        assertThat(output(find(first), "two")).isEmpty();
        assertThat(workflows().takenOver(second.id(), List.of("one", "two", "none")))
                .isEqualTo(Map.of("one", output(find(first), "one")));
    }

    @Test
    default void a_removed_repetition_leaves_the_tasks_of_the_first_one() {
        Workflow old = added(Sample.workflow(someone()).step("one").step("two").build());
        Task one = stepOf(old, "one");
        tasks().end(one.id(), DONE, Optional.empty());
        update(old, WorkflowStatus.RUNNING, new StepChange("one", StepStatus.COMPLETED, Optional.of(one.id())));
        Workflow repetition = added(repeating(find(old)));
        update(repetition, WorkflowStatus.CANCELLED);

        passTime(Duration.ofDays(1));
        int removed = workflows().prune(find(repetition).createdAt().plus(Duration.ofHours(1)), MANY);

        assertThat(removed).isEqualTo(1);
        assertThat(tasks().find(one.id())).isPresent();
    }

    @Test
    default void ended_tasks_of_a_workflow_are_known_until_they_are_processed() {
        Workflow workflow =
                added(Sample.workflow(someone()).step("a").step("b").step("c").build());
        Workflow other = added(Sample.workflow(someone()).build());
        Task a = stepOf(workflow, "a");
        Task b = stepOf(workflow, "b");
        stepOf(workflow, "c");
        cancel(stepOf(other, "only"));
        cancel(a);
        tasks().end(b.id(), DONE, Optional.empty());

        Map<TaskId, TaskStatus> both = tasks().unprocessed(workflow.id().value());
        stores().transactions().run(() -> tasks().processed(List.of(a.id())));

        assertThat(both).isEqualTo(Map.of(a.id(), TaskStatus.CANCELLED, b.id(), TaskStatus.COMPLETED));
        assertThat(tasks().unprocessed(workflow.id().value())).isEqualTo(Map.of(b.id(), TaskStatus.COMPLETED));
        assertThat(tasks().unprocessed(Sample.id("wf"))).isEmpty();
    }

    @Test
    default void changes_are_numbered_in_their_order() {
        Workflow workflow =
                added(Sample.workflow(someone()).step("a").step("b", "a").build());
        Task a = stepOf(workflow, "a");
        tasks().end(a.id(), new TaskState.Failed(ERROR), Optional.empty());
        update(
                workflow,
                WorkflowStatus.FAILED,
                new StepChange("a", StepStatus.FAILED, Optional.of(a.id())),
                new StepChange("b", StepStatus.SKIPPED, Optional.empty()));

        List<WorkflowEvent> events = workflows().events(workflow.id(), 0, MANY);

        assertThat(events).extracting(WorkflowEvent::number).containsExactly(1, 2, 3, 4, 5);
        assertThat(events)
                .extracting(WorkflowEvent::status)
                .containsExactly(
                        StepStatus.RUNNING,
                        StepStatus.RUNNING,
                        StepStatus.FAILED,
                        StepStatus.SKIPPED,
                        StepStatus.FAILED);
        assertThat(events)
                .extracting(event -> event.step().orElse("-"))
                .containsExactly("-", "a", "a", "b", "-");
        assertThat(events.get(1).taskId()).contains(a.id());
        assertThat(events.get(2).error()).contains(ERROR);
        assertThat(events.getFirst().at()).isEqualTo(workflow.createdAt());
        assertThat(events).extracting(WorkflowEvent::isEnd).containsExactly(false, false, false, false, true);
        assertThat(workflows().events(workflow.id(), 1, 2)).isEqualTo(events.subList(1, 3));
        assertThat(workflows().events(workflow.id(), 5, MANY)).isEmpty();
        assertThat(workflows().events(new WorkflowId(Sample.id("wf")), 0, MANY)).isEmpty();
    }

    @Test
    default void a_workflow_whose_steps_wait_for_room_is_due_after_its_pause_until_it_is_written_again() {
        Workflow waits = added(Sample.workflow(someone()).build());
        added(Sample.workflow(someone()).build());
        stores().transactions()
                .run(() -> workflows()
                        .update(
                                waits.id(),
                                WorkflowStatus.RUNNING,
                                List.of(),
                                Optional.of(Duration.ofMinutes(1))));

        List<WorkflowId> early = workflows().waiting(MANY);
        passTime(Duration.ofMinutes(2));
        List<WorkflowId> due = workflows().waiting(MANY);
        update(waits, WorkflowStatus.RUNNING);

        assertThat(early).isEmpty();
        assertThat(due).containsExactly(waits.id());
        assertThat(workflows().waiting(MANY)).isEmpty();
    }

    @Test
    default void a_lock_reads_neither_tasks_nor_outputs_and_a_head_no_steps() {
        Workflow workflow = added(Sample.workflow(someone()).step("one").build());
        Task task = stepOf(workflow, "one");

        Workflow locked = stores().transactions()
                .inTransaction(() -> workflows().lock(workflow.id()).orElseThrow());

        assertThat(locked.steps().getFirst().taskId()).contains(task.id());
        assertThat(locked.steps().getFirst().task()).isEmpty();
        assertThat(workflows().head(workflow.id()).orElseThrow()).isEqualTo(locked.withSteps(List.of()));
        assertThat(workflows().head(new WorkflowId(Sample.id("wf")))).isEmpty();
    }

    @Test
    default void options_of_a_step_are_kept() {
        TaskOptions options = TaskOptions.NONE
                .withStart(new StartTime.At(Sample.NOW.plusSeconds(1)))
                .withRetry(Retry.upTo(5))
                .withConcurrency(new Concurrency("key", 7))
                .withUnique("one");
        Workflow workflow = Sample.workflow(someone()).step("one").build();
        StepSpec spec = workflow.steps().getFirst().spec().with(options);

        Workflow kept = added(workflow.withSteps(List.of(WorkflowStep.pending(spec))));

        assertThat(kept.steps().getFirst().spec()).isEqualTo(spec);
    }
}
