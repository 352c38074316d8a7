package dev.guildhall.ports.workflow;

import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import java.util.Map;
import java.util.Optional;

/**
 * A step with its state.
 *
 * @param spec its definition
 * @param status its state
 * @param taskId its task; absent before it has one
 * @param task the current state of that task; absent before there is one, and where it was not read
 * @param takenOver the output of the step of that name in the workflow that this one repeats (tasks-46); absent for a step
 *     that began in this workflow, and where it was not read
 */
public record WorkflowStep(
        StepSpec spec,
        StepStatus status,
        Optional<TaskId> taskId,
        Optional<Task> task,
        Optional<Map<String, Object>> takenOver) {
    /** A step that took nothing over. */
    public WorkflowStep(StepSpec spec, StepStatus status, Optional<TaskId> taskId, Optional<Task> task) {
        this(spec, status, taskId, task, Optional.empty());
    }

    /** A step that has not begun. */
    public static WorkflowStep pending(StepSpec spec) {
        return new WorkflowStep(spec, StepStatus.PENDING, Optional.empty(), Optional.empty());
    }

    /**
     * The task with its output or error and its end; absent until the step has ended too. A task ends some milliseconds
     * before its step: until then readers get neither.
     */
    public Optional<Task> endedTask() {
        return task.filter(known -> status.isFinal());
    }

    /** The output of the step; absent until it has completed. */
    public Optional<Map<String, Object>> output() {
        return takenOver.or(() -> endedTask()
                .flatMap(ended -> ended.state() instanceof TaskState.Completed(Map<String, Object> output)
                        ? Optional.of(output)
                        : Optional.empty()));
    }
}
