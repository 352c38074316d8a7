package dev.guildhall.http.agent;

import dev.guildhall.http.error.CommonErrors;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.http.error.PlainErrorJson;
import dev.guildhall.http.error.QueueErrors;
import dev.guildhall.http.error.UpstreamErrors;
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

public final class AgentErrors implements ErrorForm {
    private static final int INVALID = 400;

    /** When a client may try again whose user has to delete something first. */
    private static final Duration UNTIL_DELETED = Duration.ofMinutes(1);

    @Override
    public ErrorResponse of(Problem problem) {
        return switch (problem) {
            case CommonProblem common -> CommonErrors.of(common, INVALID);
            case CompletionProblem upstream -> UpstreamErrors.of(upstream);
            case ToolProblem.UnknownTools unknown -> new ErrorResponse(INVALID, "VALIDATION_ERROR", unknown.message());
            case AgentProblem.ChatFull _,
                    AgentProblem.ToolDisabled _,
                    AgentProblem.MemoryFull _,
                    AgentProblem.AwaitsApproval _ -> new ErrorResponse(409, "CONFLICT", problem.message());
            case AgentProblem.TooManyAssistants _, AgentProblem.TooManyCases _, AgentProblem.TooManyEvaluations _ ->
                new ErrorResponse(429, "RATE_LIMITED", problem.message(), Optional.of(UNTIL_DELETED), Map.of());
            case AgentProblem.ServiceUnavailable gone -> new ErrorResponse(502, "UPSTREAM_UNAVAILABLE", gone.message());
            case TaskProblem queue -> QueueErrors.of(queue);
            case FileProblem tooLarge -> new ErrorResponse(413, "PAYLOAD_TOO_LARGE", tooLarge.message());
            case ToolProblem _, AccountProblem _, GroupProblem _, RunProblem _ -> ErrorResponse.internal();
        };
    }

    @Override
    public Object body(ErrorResponse answer, String requestId) {
        return PlainErrorJson.of(answer, requestId);
    }
}
