package dev.guildhall.core.workflow;

import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.StepStatus;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.ports.workflow.WorkflowStep;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All transitions of a workflow and its steps. Pure functions. */
final class WorkflowLifecycle {
    private WorkflowLifecycle() {}

    /**
     * The state of a workflow after a change, with the numbers of the steps that can begin, each after its
     * dependencies.
     */
    record Progress(WorkflowStatus status, List<WorkflowStep> steps, List<Integer> ready) {}

    /**
     * Applies the results of tasks: steps that depend on a failed one are skipped, all others continue.
     *
     * @param ended the statuses of tasks that have ended
     */
    static Progress advance(List<WorkflowStep> steps, Map<TaskId, TaskStatus> ended) {
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
                    : reached(step, ended);
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

    private static StepStatus reached(WorkflowStep step, Map<TaskId, TaskStatus> ended) {
        return step.status() == StepStatus.RUNNING
                ? step.taskId()
                        .flatMap(id -> Optional.ofNullable(ended.get(id)))
                        .map(WorkflowLifecycle::statusOf)
                        .orElse(StepStatus.RUNNING)
                : step.status();
    }

    /** The status of a step for the status of its task. */
    static StepStatus statusOf(TaskStatus status) {
        return switch (status) {
            case QUEUED, RUNNING -> StepStatus.RUNNING;
            case COMPLETED -> StepStatus.COMPLETED;
            case FAILED -> StepStatus.FAILED;
            case CANCELLED -> StepStatus.CANCELLED;
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
        StepStatus status = task.map(Task::status)
                .map(WorkflowLifecycle::statusOf)
                .filter(StepStatus::isFinal)
                .orElse(StepStatus.CANCELLED);
        return with(step, status, step.taskId());
    }

    /** The numbers of the steps that a repetition of the workflow carries out again (tasks-46). */
    static BitSet again(List<WorkflowStep> steps, Optional<String> from) {
        BitSet again = new BitSet(steps.size());
        for (int i = 0; i < steps.size(); i++) {
            again.set(i, steps.get(i).status() != StepStatus.COMPLETED);
        }
        if (from.isPresent()) {
            StepGraph graph = StepGraph.of(specs(steps), StepGraph.Wording.WORKFLOW);
            int first = graph.number(from.get())
                    .orElseThrow(() -> Refusal.invalid("from", "the workflow has no step of that name"));
            again.or(graph.withDependents(first));
        }
        return again;
    }

    private static WorkflowStep with(WorkflowStep step, StepStatus status, Optional<TaskId> taskId) {
        return new WorkflowStep(step.spec(), status, taskId, step.task(), step.takenOver());
    }

    private static List<StepSpec> specs(List<WorkflowStep> steps) {
        return steps.stream().map(WorkflowStep::spec).toList();
    }
}
