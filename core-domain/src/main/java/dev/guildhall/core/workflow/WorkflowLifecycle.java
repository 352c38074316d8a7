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

/** Everything that can become of a workflow and its steps. Pure. */
final class WorkflowLifecycle {
    private WorkflowLifecycle() {}

    /**
     * How far a workflow has come.
     *
     * @param status the whole's
     * @param steps as they are now, in their order
     * @param ready the numbers of the steps that can begin, each behind those that it depends on
     */
    record Progress(WorkflowStatus status, List<WorkflowStep> steps, List<Integer> ready) {}

    /** Takes note of what became of the tasks: what has failed skips what depends on it, everything else goes on. */
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

    /** What a step is whose task is in that state. */
    static StepStatus statusOf(TaskState state) {
        return switch (state) {
            case TaskState.Queued ignored -> StepStatus.RUNNING;
            case TaskState.Running ignored -> StepStatus.RUNNING;
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

    /** A step with the task that carries it out. */
    static WorkflowStep begun(WorkflowStep step, TaskId taskId) {
        return with(step, StepStatus.RUNNING, Optional.of(taskId));
    }

    /** A step after the whole was cancelled, with its task as that is then. */
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
