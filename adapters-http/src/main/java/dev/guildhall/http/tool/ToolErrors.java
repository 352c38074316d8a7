package dev.guildhall.http.tool;

import dev.guildhall.http.error.CommonErrors;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.FileProblem;
import dev.guildhall.ports.problem.GroupProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.problem.ToolProblem;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

public final class ToolErrors implements ErrorForm {
    private static final int INVALID = 422;

    /** A bound is free again when its user has deleted something, which takes a person. */
    private static final Duration UNTIL_DELETED = Duration.ofMinutes(1);

    @Override
    public ErrorResponse of(Problem problem) {
        return switch (problem) {
            case CommonProblem common -> CommonErrors.of(common, INVALID);
            case ToolProblem tool -> of(tool);
            case AccountProblem _, GroupProblem _, CompletionProblem _, AgentProblem _ -> ErrorResponse.internal();
            case FileProblem _, TaskProblem _, RunProblem _ -> ErrorResponse.internal();
        };
    }

    private static ErrorResponse of(ToolProblem problem) {
        String message = problem.message();
        return switch (problem) {
            case ToolProblem.ToolNotFound ignored -> new ErrorResponse(404, "TOOL_NOT_FOUND", message);
            case ToolProblem.UnknownTools ignored -> new ErrorResponse(INVALID, "VALIDATION_ERROR", message);
            case ToolProblem.VersionTaken ignored -> new ErrorResponse(409, "CONFLICT", message);
            case ToolProblem.TooManyTools ignored -> new ErrorResponse(409, "CONFLICT", message);
            case ToolProblem.TooManyIntegrations ignored ->
                new ErrorResponse(429, "RATE_LIMITED", message, Optional.of(UNTIL_DELETED));
            case ToolProblem.ToolsTooLarge ignored -> new ErrorResponse(409, "CONFLICT", message);
            case ToolProblem.ToolMemoryFull ignored -> new ErrorResponse(409, "CONFLICT", message);
            case ToolProblem.IntegrationNotConnected ignored ->
                new ErrorResponse(400, "INTEGRATION_NOT_CONNECTED", message);
            case ToolProblem.InsufficientScopes missing -> insufficient(missing);
            case ToolProblem.IntegrationNotConfigured ignored ->
                new ErrorResponse(400, "INTEGRATION_NOT_CONFIGURED", message);
            case ToolProblem.IntegrationUnavailable ignored -> new ErrorResponse(502, "UPSTREAM_UNAVAILABLE", message);
            case ToolProblem.ConsentRefused ignored -> new ErrorResponse(502, "UPSTREAM_UNAVAILABLE", message);
            case ToolProblem.ConsentStateNotValid ignored -> new ErrorResponse(INVALID, "VALIDATION_ERROR", message);
        };
    }

    private static ErrorResponse insufficient(ToolProblem.InsufficientScopes problem) {
        Map<String, Object> details = Map.of(
                "integration", problem.integration(),
                "missingScopes", problem.missing(),
                "connect", "/api/v1/integrations/" + problem.integration() + "/connect");
        return new ErrorResponse(403, "INSUFFICIENT_SCOPES", problem.message(), Optional.empty(), details);
    }
}
