package dev.guildhall.ports.workflow;

import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import java.util.Optional;

/**
 * A step with its state.
 *
 * @param spec its definition
 * @param status its state
 * @param taskId its task; absent before it has one
 * @param task the current state of that task; absent before there is one
 */
public record WorkflowStep(StepSpec spec, StepStatus status, Optional<TaskId> taskId, Optional<Task> task) {
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
}
