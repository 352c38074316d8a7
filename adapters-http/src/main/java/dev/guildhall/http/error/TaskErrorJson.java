package dev.guildhall.http.error;

import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskState;
import java.util.Optional;

/**
 * Why a task failed, on the wire (contract 6).
 *
 * @param code for programs
 * @param message for people
 * @param status what it would be over HTTP
 */
public record TaskErrorJson(String code, String message, int status) {
    /** That error. */
    public static TaskErrorJson of(TaskError error) {
        return new TaskErrorJson(error.code(), error.message(), error.status());
    }

    /** Why a task has failed; empty when it has not. */
    public static Optional<TaskErrorJson> of(Task task) {
        return task.state() instanceof TaskState.Failed(TaskError error) ? Optional.of(of(error)) : Optional.empty();
    }
}
