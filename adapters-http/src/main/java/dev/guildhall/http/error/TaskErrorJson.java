package dev.guildhall.http.error;

import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskState;
import java.util.Optional;

/**
 * The JSON of the error of a failed task (tasks-11).
 *
 * @param code for programs
 * @param message for people
 * @param status the HTTP status that corresponds to it
 */
public record TaskErrorJson(String code, String message, int status) {
    public static TaskErrorJson of(TaskError error) {
        return new TaskErrorJson(error.code(), error.message(), error.kind().number());
    }

    public static Optional<TaskErrorJson> of(Task task) {
        return task.state() instanceof TaskState.Failed(TaskError error) ? Optional.of(of(error)) : Optional.empty();
    }
}
