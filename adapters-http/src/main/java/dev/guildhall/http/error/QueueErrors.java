package dev.guildhall.http.error;

import dev.guildhall.ports.problem.TaskProblem;
import java.util.Optional;

/** The error responses of the services that have tasks (general-11). */
public final class QueueErrors {
    private QueueErrors() {}

    public static ErrorAnswer of(TaskProblem problem) {
        String message = problem.message();
        return switch (problem) {
            case TaskProblem.TaskNotFound ignored -> new ErrorAnswer(404, "TASK_NOT_FOUND", message);
            case TaskProblem.AgentNotFound ignored -> new ErrorAnswer(404, "AGENT_NOT_FOUND", message);
            case TaskProblem.QueueFull full ->
                new ErrorAnswer(429, "QUEUE_FULL", message, Optional.of(full.retryAfter()));
            case TaskProblem.TaskTimeout ignored -> new ErrorAnswer(408, "TASK_TIMEOUT", message);
            case TaskProblem.NotDone ignored -> ErrorAnswer.internal();
            case TaskProblem.StaleLease ignored -> new ErrorAnswer(409, "CONFLICT", message);
        };
    }
}
