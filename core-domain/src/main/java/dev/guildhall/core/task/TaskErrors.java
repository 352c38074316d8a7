package dev.guildhall.core.task;

import dev.guildhall.ports.Backoff;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.problem.FileProblem;
import dev.guildhall.ports.problem.GroupProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskState;
import java.time.Duration;

/** The errors of tasks, with the codes of the specification (tasks-11). */
public final class TaskErrors {
    /** Its time to live has passed. */
    public static final TaskError TIMEOUT =
            new TaskError("TASK_TIMEOUT", "the task has exceeded its ttl", ErrorKind.TIMED_OUT);

    /** Its nodes died. */
    public static final TaskError WORKER_LOST =
            new TaskError("WORKER_LOST", "every worker that had taken the task was lost", ErrorKind.INTERNAL);

    /** A user terminated its agent. */
    public static final TaskError AGENT_TERMINATED =
            new TaskError("AGENT_TERMINATED", "the agent of the task was terminated", ErrorKind.CONFLICT);

    /** A bug. */
    public static final TaskError INTERNAL =
            new TaskError("INTERNAL_ERROR", "the task could not be carried out", ErrorKind.INTERNAL);

    private static final Backoff USUAL_PAUSES = Backoff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(64));

    private TaskErrors() {}

    /** Why an attempt failed: the error that the task's owner receives, and whether another attempt may succeed. */
    public record Failure(TaskError error, boolean retryable) {
        /**
         * The end of the attempt: whether its task is tried again (tasks-21, tasks-22, tasks-36).
         *
         * @param most how many attempts a task without a rule has
         */
        AttemptEnd.Result end(Task task, int most) {
            Retry rule = task.spec().options().retry().orElseGet(() -> new Retry(most, USUAL_PAUSES));
            return retryable && task.attempts() < rule.maxAttempts()
                    ? new AttemptEnd.Again(error, rule.pauses().after(task.attempts()))
                    : new AttemptEnd.Final(new TaskState.Failed(error));
        }
    }

    /** An executor throws it when it cannot complete a task. */
    public static Refusal refusal(TaskError error, boolean retryable) {
        return new Refusal(new TaskProblem.NotDone(error.code(), error.message(), error.kind(), retryable));
    }

    /** The input of the task is invalid. */
    public static Refusal invalid(String field, String message) {
        return refusal(new TaskError("VALIDATION_ERROR", field + ": " + message, ErrorKind.INVALID), false);
    }

    /** The failure of a task whose call was refused. It is retryable when another attempt may succeed. */
    public static Failure of(Problem problem) {
        String message = problem.message();
        return switch (problem) {
            case CommonProblem common -> of(common);
            case CompletionProblem.RequestRefused ignored -> failure("VALIDATION_ERROR", message, ErrorKind.INVALID);
            case CompletionProblem.UnknownModel ignored -> failure("VALIDATION_ERROR", message, ErrorKind.INVALID);
            case CompletionProblem.ProviderRefusedKey ignored ->
                failure("UPSTREAM_ERROR", message, ErrorKind.UPSTREAM_FAILED);
            case CompletionProblem.ProviderFailed ignored ->
                passing("UPSTREAM_ERROR", message, ErrorKind.UPSTREAM_FAILED);
            case CompletionProblem.ProviderTimedOut ignored ->
                passing("UPSTREAM_TIMEOUT", message, ErrorKind.UPSTREAM_TIMED_OUT);
            case CompletionProblem.ProviderUnavailable ignored ->
                passing("SERVICE_UNAVAILABLE", message, ErrorKind.UNAVAILABLE);
            case CompletionProblem.ProviderLimited ignored ->
                passing("UPSTREAM_LIMITED", message, ErrorKind.UNAVAILABLE);
            case CompletionProblem.TooManyAtOnce ignored ->
                passing("SERVICE_UNAVAILABLE", message, ErrorKind.UNAVAILABLE);
            case CompletionProblem.NoRoomForAnswer ignored ->
                passing("SERVICE_UNAVAILABLE", message, ErrorKind.UNAVAILABLE);
            case ToolProblem.ToolNotFound ignored -> failure("TOOL_NOT_FOUND", message, ErrorKind.NOT_FOUND);
            case ToolProblem.IntegrationNotConnected ignored ->
                failure("INTEGRATION_NOT_CONNECTED", message, ErrorKind.FAILED_PRECONDITION);
            case ToolProblem.InsufficientScopes ignored -> failure("INSUFFICIENT_SCOPES", message, ErrorKind.FORBIDDEN);
            case ToolProblem.IntegrationUnavailable ignored ->
                passing("UPSTREAM_UNAVAILABLE", message, ErrorKind.UPSTREAM_FAILED);
            case ToolProblem ignored -> failure("VALIDATION_ERROR", message, ErrorKind.INVALID);
            case AgentProblem ignored -> failure("CONFLICT", message, ErrorKind.CONFLICT);
            case FileProblem ignored -> failure("CONFLICT", message, ErrorKind.CONFLICT);
            case AccountProblem ignored -> failure("CONFLICT", message, ErrorKind.CONFLICT);
            case GroupProblem ignored -> failure("CONFLICT", message, ErrorKind.CONFLICT);
            case RunProblem.RunInProgress ignored -> failure("RUN_IN_PROGRESS", message, ErrorKind.CONFLICT);
            case RunProblem.SuiteNotFound ignored -> failure("SUITE_NOT_FOUND", message, ErrorKind.NOT_FOUND);
            case RunProblem.ContainerError ignored -> failure("CONTAINER_ERROR", message, ErrorKind.INTERNAL);
            case RunProblem ignored -> failure("CONFLICT", message, ErrorKind.CONFLICT);
            case TaskProblem.NotDone notDone ->
                new Failure(new TaskError(notDone.code(), message, notDone.kind()), notDone.retryable());
            case TaskProblem.QueueFull ignored -> passing("QUEUE_FULL", message, ErrorKind.LIMITED);
            case TaskProblem ignored -> failure("CONFLICT", message, ErrorKind.CONFLICT);
        };
    }

    private static Failure of(CommonProblem problem) {
        String message = problem.message();
        return switch (problem) {
            case CommonProblem.Invalid ignored -> failure("VALIDATION_ERROR", message, ErrorKind.INVALID);
            case CommonProblem.Unauthenticated ignored ->
                failure("UNAUTHENTICATED", message, ErrorKind.UNAUTHENTICATED);
            case CommonProblem.TokenExpired ignored -> failure("TOKEN_EXPIRED", message, ErrorKind.UNAUTHENTICATED);
            case CommonProblem.Forbidden ignored -> failure("INSUFFICIENT_PERMISSIONS", message, ErrorKind.FORBIDDEN);
            case CommonProblem.SecondFactorMissing ignored ->
                failure("SECOND_FACTOR_REQUIRED", message, ErrorKind.FORBIDDEN);
            case CommonProblem.NotFound ignored -> failure("NOT_FOUND", message, ErrorKind.NOT_FOUND);
            case CommonProblem.Conflict ignored -> failure("CONFLICT", message, ErrorKind.CONFLICT);
            case CommonProblem.IdempotencyMismatch ignored ->
                failure("IDEMPOTENCY_MISMATCH", message, ErrorKind.INVALID);
            case CommonProblem.RateLimited ignored -> passing("RATE_LIMITED", message, ErrorKind.LIMITED);
            case CommonProblem.BudgetExceeded ignored -> failure("BUDGET_EXCEEDED", message, ErrorKind.LIMITED);
            case CommonProblem.Unavailable gone
            when gone.isFull() -> passing("INSUFFICIENT_STORAGE", message, ErrorKind.STORAGE_FULL);
            case CommonProblem.Unavailable ignored -> passing("SERVICE_UNAVAILABLE", message, ErrorKind.UNAVAILABLE);
            case CommonProblem.Cancelled ignored -> passing("SERVICE_UNAVAILABLE", message, ErrorKind.UNAVAILABLE);
        };
    }

    private static Failure failure(String code, String message, ErrorKind kind) {
        return new Failure(new TaskError(code, message, kind), false);
    }

    private static Failure passing(String code, String message, ErrorKind kind) {
        return new Failure(new TaskError(code, message, kind), true);
    }
}
