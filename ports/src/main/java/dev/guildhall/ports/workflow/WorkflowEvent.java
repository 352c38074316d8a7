package dev.guildhall.ports.workflow;

import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskId;
import java.time.Instant;
import java.util.Optional;

/**
 * A change of the status of a workflow or of one of its steps (tasks-47).
 *
 * @param number 1 or more, ascending; it never changes. The first is the start of the workflow, the last its end
 * @param at when
 * @param step the step that changed; absent when the workflow did
 * @param status the status from then on; of a workflow it is one of those that a workflow has too
 * @param taskId the task of the step; absent when there is none
 * @param error why the step failed; absent when it did not
 */
public record WorkflowEvent(
        int number,
        Instant at,
        Optional<String> step,
        StepStatus status,
        Optional<TaskId> taskId,
        Optional<TaskError> error) {
    /** Whether nothing happens to the workflow after it. */
    public boolean isEnd() {
        return step.isEmpty() && status.isFinal();
    }
}
