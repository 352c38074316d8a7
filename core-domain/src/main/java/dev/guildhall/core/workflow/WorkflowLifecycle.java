package dev.guildhall.core.workflow;

import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All transitions of a workflow and its steps. Pure functions. */
final class WorkflowLifecycle {
    private WorkflowLifecycle() {}

    /**
     * The state of a workflow after a change, with the numbers of the steps that can begin, each after its
     * dependencies.
     */
    record Progress(WorkflowStatus status, List<WorkflowStep> steps, List<Integer> ready) {}

    /** Applies the results of tasks: steps that depend on a failed one are skipped, all others continue. */
    static Progress advance(List<WorkflowStep> steps) {
        StepGraph graph = StepGraph.of(specs(steps), StepGraph.Wording.WORKFLOW);
        List<WorkflowStep> now = new ArrayList<>(steps);
        List<Integer> ready = new ArrayList<>();
        for (int number : graph.order()) {
            WorkflowStep step = now.get(number);
            StepStatus status = step.status() == StepStatus.PENDING
                    ? waiting(graph.dependencies(number).stream()
                            .map(now::get)
                            .map(WorkflowStep::status)
                            .toList())
                    : reached(step);
            if (status == StepStatus.PENDING && canBegin(graph.dependencies(number), now)) {
                ready.add(number);
            }
            now.set(number, with(step, status, step.taskId()));
        }
        return new Progress(statusOf(now), List.copyOf(now), List.copyOf(ready));
    }

    private static StepStatus waiting(List<StepStatus> dependencies) {
        boolean hopeless = dependencies.stream().anyMatch(before -> before.isFinal() && before != StepStatus.COMPLETED);
        return hopeless ? StepStatus.SKIPPED : StepStatus.PENDING;
    }

    private static boolean canBegin(List<Integer> dependencies, List<WorkflowStep> steps) {
        return dependencies.stream().allMatch(before -> steps.get(before).status() == StepStatus.COMPLETED);
    }

    private static StepStatus reached(WorkflowStep step) {
        return step.status() == StepStatus.RUNNING
                ? step.task().map(Task::state).map(WorkflowLifecycle::statusOf).orElse(StepStatus.RUNNING)
                : step.status();
    }

    /** The status of a step for the state of its task. */
    static StepStatus statusOf(TaskState state) {
        return switch (state) {
            case TaskState.Queued ignored -> StepStatus.RUNNING;
            case TaskState.Running ignored -> StepStatus.RUNNING;
            case TaskState.Sleeping ignored -> StepStatus.RUNNING;
            case TaskState.Completed ignored -> StepStatus.COMPLETED;
            case TaskState.Failed ignored -> StepStatus.FAILED;
            case TaskState.Cancelled ignored -> StepStatus.CANCELLED;
        };
    }

    private static WorkflowStatus statusOf(List<WorkflowStep> steps) {
        if (steps.stream().anyMatch(step -> !step.status().isFinal())) {
            return WorkflowStatus.RUNNING;
        }
        return steps.stream().allMatch(step -> step.status() == StepStatus.COMPLETED)
                ? WorkflowStatus.COMPLETED
                : WorkflowStatus.FAILED;
    }

    static WorkflowStep begun(WorkflowStep step, TaskId taskId) {
        return with(step, StepStatus.RUNNING, Optional.of(taskId));
    }

    /** A step after the workflow was cancelled, with the state of its task at that time. */
    static WorkflowStep cancelled(WorkflowStep step, Optional<Task> task) {
        if (step.status().isFinal()) {
            return step;
        }
        StepStatus status = task.map(Task::state)
                .map(WorkflowLifecycle::statusOf)
                .filter(StepStatus::isFinal)
                .orElse(StepStatus.CANCELLED);
        return new WorkflowStep(step.spec(), status, step.taskId(), task);
    }

    private static WorkflowStep with(WorkflowStep step, StepStatus status, Optional<TaskId> taskId) {
        return new WorkflowStep(step.spec(), status, taskId, step.task());
    }

    private static List<StepSpec> specs(List<WorkflowStep> steps) {
        return steps.stream().map(WorkflowStep::spec).toList();
    }
}
