package dev.guildhall.core.agent;

import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.FileProblem;
import dev.guildhall.ports.problem.GroupProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/** Converts refused calls into outcomes, so that the model can tell the user the reason. */
final class RefusedCalls {
    private RefusedCalls() {}

    static ToolOutcome.Failure outcomeOf(Refusal refused) {
        Problem problem = refused.problem();
        return new ToolOutcome.Failure(kindOf(problem), messageOf(problem), retryAfter(problem));
    }

    private static FailureKind kindOf(Problem problem) {
        return switch (problem) {
            case CommonProblem common -> kindOf(common);
            case ToolProblem tool -> kindOf(tool);
            case CompletionProblem ignored -> FailureKind.UPSTREAM_FAILED;
            case AccountProblem ignored -> FailureKind.FAILED;
            case GroupProblem ignored -> FailureKind.FAILED;
            case AgentProblem ignored -> FailureKind.FAILED;
            case FileProblem ignored -> FailureKind.FAILED;
            case TaskProblem ignored -> FailureKind.FAILED;
            case RunProblem ignored -> FailureKind.FAILED;
        };
    }

    private static FailureKind kindOf(CommonProblem problem) {
        return switch (problem) {
            case CommonProblem.Invalid ignored -> FailureKind.INVALID_ARGUMENTS;
            case CommonProblem.RateLimited ignored -> FailureKind.RATE_LIMITED;
            case CommonProblem.BudgetExceeded ignored -> FailureKind.RATE_LIMITED;
            case CommonProblem.Unavailable ignored -> FailureKind.UNREACHABLE;
            case CommonProblem.Cancelled ignored -> FailureKind.CANCELLED;
            case CommonProblem.Unauthenticated ignored -> FailureKind.UNAUTHORIZED;
            case CommonProblem.TokenExpired ignored -> FailureKind.UNAUTHORIZED;
            case CommonProblem.Forbidden ignored -> FailureKind.UNAUTHORIZED;
            case CommonProblem.SecondFactorMissing ignored -> FailureKind.UNAUTHORIZED;
            case CommonProblem.NotFound ignored -> FailureKind.FAILED;
            case CommonProblem.Conflict ignored -> FailureKind.FAILED;
            case CommonProblem.IdempotencyMismatch ignored -> FailureKind.FAILED;
        };
    }

    private static FailureKind kindOf(ToolProblem problem) {
        return switch (problem) {
            case ToolProblem.ToolNotFound ignored -> FailureKind.UNKNOWN_TOOL;
            case ToolProblem.UnknownTools ignored -> FailureKind.UNKNOWN_TOOL;
            case ToolProblem.IntegrationNotConnected ignored -> FailureKind.UNAUTHORIZED;
            case ToolProblem.InsufficientScopes ignored -> FailureKind.INSUFFICIENT_SCOPES;
            case ToolProblem.IntegrationNotConfigured ignored -> FailureKind.UNAUTHORIZED;
            case ToolProblem.ConsentRefused ignored -> FailureKind.UNAUTHORIZED;
            case ToolProblem.ConsentStateNotValid ignored -> FailureKind.UNAUTHORIZED;
            case ToolProblem.IntegrationUnavailable ignored -> FailureKind.UNREACHABLE;
            case ToolProblem.VersionTaken ignored -> FailureKind.FAILED;
            case ToolProblem.TooManyTools ignored -> FailureKind.FAILED;
            case ToolProblem.TooManyIntegrations ignored -> FailureKind.FAILED;
            case ToolProblem.ToolsTooLarge ignored -> FailureKind.FAILED;
            case ToolProblem.ToolMemoryFull ignored -> FailureKind.FAILED;
        };
    }

    /** The registry's parameters are the whole arguments of the model. */
    private static String messageOf(Problem problem) {
        if (problem instanceof CommonProblem.Invalid invalid) {
            return invalid.violations().stream()
                    .map(violation ->
                            new Violation(violation.field().replaceFirst("^parameters\\.", ""), violation.message()))
                    .map(Violation::toString)
                    .collect(Collectors.joining("; "));
        }
        return problem.message();
    }

    private static Optional<Duration> retryAfter(Problem problem) {
        return problem instanceof CommonProblem.RateLimited limited
                ? Optional.of(limited.retryAfter())
                : Optional.empty();
    }
}
