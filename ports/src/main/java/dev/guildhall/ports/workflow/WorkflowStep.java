package dev.guildhall.ports.workflow;

import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import java.util.Optional;

/**
 * A step and how far it has come.
 *
 * @param spec as it was asked for
 * @param status how far it has come
 * @param taskId its task; absent before it has one
 * @param task that task as it is; absent before there is one
 */
public record WorkflowStep(StepSpec spec, StepStatus status, Optional<TaskId> taskId, Optional<Task> task) {
    /** A step that has not begun. */
    public static WorkflowStep pending(StepSpec spec) {
        return new WorkflowStep(spec, StepStatus.PENDING, Optional.empty(), Optional.empty());
    }

    /**
     * The task with its output or error and its end; absent until the step has ended too. A task ends some milliseconds
     * before its step: until then a reader is shown neither.
     */
    public Optional<Task> endedTask() {
        return task.filter(known -> status.isFinal());
    }
}
