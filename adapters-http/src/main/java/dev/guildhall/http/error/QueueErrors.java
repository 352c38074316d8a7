package dev.guildhall.http.error;

import dev.guildhall.ports.problem.TaskProblem;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The error responses of the services that have tasks (general-11). */
public final class QueueErrors {
    /** How long a client waits that has to delete something before. */
    private static final Duration UNTIL_DELETED = Duration.ofMinutes(1);

    private QueueErrors() {}

    public static ErrorResponse of(TaskProblem problem) {
        String message = problem.message();
        return switch (problem) {
            case TaskProblem.TaskNotFound ignored -> new ErrorResponse(404, "TASK_NOT_FOUND", message);
            case TaskProblem.KeyInUse(String taskId) ->
                new ErrorResponse(409, "CONFLICT", message, Optional.empty(), Map.of("taskId", taskId));
            case TaskProblem.UnknownType ignored -> new ErrorResponse(422, "UNKNOWN_TASK_TYPE", message);
            case TaskProblem.AgentNotFound ignored -> new ErrorResponse(404, "AGENT_NOT_FOUND", message);
            case TaskProblem.QueueFull full ->
                new ErrorResponse(429, "QUEUE_FULL", message, Optional.of(full.retryAfter()));
            case TaskProblem.TooManyDefinitions ignored ->
                new ErrorResponse(429, "RATE_LIMITED", message, Optional.of(UNTIL_DELETED));
            case TaskProblem.TooManyWebhooks ignored ->
                new ErrorResponse(429, "RATE_LIMITED", message, Optional.of(UNTIL_DELETED));
            case TaskProblem.TooManySchedules _, TaskProblem.TooManyTriggers _ ->
                new ErrorResponse(429, "RATE_LIMITED", message, Optional.of(UNTIL_DELETED));
            case TaskProblem.TaskTimeout ignored -> new ErrorResponse(408, "TASK_TIMEOUT", message);
            case TaskProblem.NotDone ignored -> ErrorResponse.internal();
            case TaskProblem.StaleLease ignored -> new ErrorResponse(409, "CONFLICT", message);
        };
    }
}
