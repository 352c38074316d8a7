package dev.guildhall.core.inmemory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.run.Outcome;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStore.StepChange;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.Undone;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The memory of an embedded core does not grow with the work that it has done. */
class InMemoryEndedWorkTest {
    private static final int MOST = 10_000;

    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final Stores stores = InMemoryStores.empty(time);
    private final UserId owner = Given.someUser(stores);

    private TaskId enqueued(NewTask task) {
        stores.tasks().enqueue(List.of(task), 0);
        return task.id();
    }

    private TaskId enqueued() {
        return enqueued(Sample.task(owner).build());
    }

    private TaskId ended(TaskId id) {
        time.advance(Duration.ofMillis(1));
        stores.tasks().end(id, new TaskState.Cancelled(), Optional.empty());
        return id;
    }

    private boolean isKept(TaskId id) {
        return stores.tasks().find(id).isPresent();
    }

    private Workflow added() {
        Workflow workflow = Sample.workflow(owner).build();
        stores.workflows().add(workflow);
        return workflow;
    }

    private TaskId stepOf(Workflow workflow) {
        TaskId id = enqueued(Sample.task(owner).partOf(workflow.id()).build());
        update(workflow, WorkflowStatus.RUNNING, List.of(new StepChange("only", StepStatus.RUNNING, Optional.of(id))));
        return id;
    }

    private void update(Workflow workflow, WorkflowStatus status, List<StepChange> changes) {
        stores.transactions().run(() -> stores.workflows().update(workflow.id(), status, changes));
    }

    @Test
    void the_task_that_ended_first_of_more_than_ten_thousand_is_dropped() {
        TaskId endsSecond = enqueued();
        TaskId first = ended(enqueued());
        ended(endsSecond);
        TaskId waiting = enqueued();
        TaskId step = ended(stepOf(added()));

        for (int i = 2; i < MOST; i++) {
            ended(enqueued());
        }
        Undone.after(stores, () -> ended(enqueued()));
        boolean withoutOneMore = isKept(first);
        ended(enqueued());

        assertThat(withoutOneMore).isTrue();
        assertThat(isKept(first)).isFalse();
        assertThat(List.of(endsSecond, waiting, step)).allMatch(this::isKept);
    }

    @Test
    void the_workflow_that_ended_first_of_more_than_ten_thousand_is_dropped_with_its_tasks() {
        Workflow endsSecond = added();
        Workflow first = added();
        TaskId task = ended(stepOf(first));
        update(first, WorkflowStatus.CANCELLED, List.of());
        update(endsSecond, WorkflowStatus.COMPLETED, List.of());
        Workflow open = added();

        for (int i = 2; i < MOST; i++) {
            update(added(), WorkflowStatus.FAILED, List.of());
        }
        boolean withoutOneMore = isKept(task);
        update(added(), WorkflowStatus.COMPLETED, List.of());

        assertThat(withoutOneMore).isTrue();
        assertThat(stores.workflows().find(first.id())).isEmpty();
        assertThat(isKept(task)).isFalse();
        assertThat(stores.workflows().find(endsSecond.id())).isPresent();
        assertThat(stores.workflows().find(open.id())).isPresent();
    }

    @Test
    void the_run_that_ended_first_of_more_than_a_thousand_is_dropped() {
        Run first = Sample.run().build();
        for (int i = 0; i <= 1_000; i++) {
            Run run = i == 0 ? first : Sample.run().build();
            stores.runs().add(run);
            time.advance(Duration.ofMillis(1));
            stores.runs().end(run.id(), new RunState.Completed(Outcome.PASSED), time.instant());
        }

        assertThat(stores.runs().find(first.id())).isEmpty();
    }
}
