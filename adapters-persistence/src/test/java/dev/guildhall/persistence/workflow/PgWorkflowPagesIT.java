package dev.guildhall.persistence.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.task.TaskPages;
import dev.guildhall.persistence.task.TestQueue;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStore;
import dev.guildhall.ports.workflow.WorkflowStore.StepChange;
import dev.guildhall.testkit.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PgWorkflowPagesIT {
    private static final int MIB = 1 << 20;

    private final TestQueue queue = TestQueue.ours();
    private final WorkflowStore workflows = queue.workflows();
    private final UserId owner = new UserId(UserId.EXTERNAL + Sample.id("owner"));

    @BeforeEach
    void begin_with_an_empty_queue() {
        queue.clear();
    }

    private List<WorkflowId> keep(int howMany, int size) {
        List<WorkflowId> kept = new ArrayList<>();
        for (int i = 0; i < howMany; i++) {
            Workflow workflow = Sample.workflow(owner)
                    .step("large", Map.of("text", "x".repeat(size)))
                    .build();
            workflows.add(workflow);
            kept.add(workflow.id());
        }
        return kept;
    }

    private Page<Workflow> page(Page<Workflow> before) {
        return workflows.list(
                Workflow.Kind.WORKFLOW,
                Optional.of(owner),
                Optional.empty(),
                new PageRequest(new Limit(50), before.next()));
    }

    @Test
    void a_page_of_large_workflows_ends_early_and_the_next_page_has_the_other_workflows() {
        List<WorkflowId> kept = keep(11, 2 * MIB);

        List<Integer> sizes = new ArrayList<>();
        List<WorkflowId> found = new ArrayList<>();
        Page<Workflow> page = new Page<>(List.of(), Optional.empty());
        do {
            page = page(page);
            sizes.add(page.items().size());
            found.addAll(page.items().stream().map(Workflow::id).toList());
        } while (page.next().isPresent());

        assertThat(sizes).containsExactly(4, 4, 3);
        assertThat(found).isEqualTo(kept.reversed());
    }

    @Test
    void a_page_has_at_least_one_workflow_of_any_size() {
        List<WorkflowId> kept = keep(2, TaskPages.MOST + MIB);

        Page<Workflow> page = page(new Page<>(List.of(), Optional.empty()));

        assertThat(page.items()).extracting(Workflow::id).containsExactly(kept.getLast());
        assertThat(page.next()).isPresent();
    }

    @Test
    void a_workflow_of_large_outputs_comes_without_those_beyond_the_bound() {
        Workflow workflow =
                Sample.workflow(owner).step("one").step("two").step("three").build();
        workflows.add(workflow);
        List<StepChange> changes = new ArrayList<>();
        for (String step : List.of("one", "two", "three")) {
            NewTask task = Sample.task(owner).partOf(workflow.id()).build();
            queue.stores().tasks().enqueue(List.of(task), 0);
            queue.stores()
                    .tasks()
                    .end(task.id(), new TaskState.Completed(Map.of("text", "x".repeat(9 * MIB))), Optional.empty());
            changes.add(new StepChange(step, StepStatus.COMPLETED, Optional.of(task.id())));
        }
        queue.stores().transactions().run(() -> workflows.update(workflow.id(), WorkflowStatus.RUNNING, changes));

        Workflow found = workflows.find(workflow.id()).orElseThrow();

        assertThat(found.isTruncated()).isTrue();
        assertThat(found.steps()).extracting(step -> step.output().isPresent()).containsExactly(true, true, false);
        assertThat(found.steps().getLast().taskId()).isPresent();
    }
}
