package dev.guildhall.http.completion;

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
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Maps problems to the error responses of the completion service. Their request id is always a UUID. */
public final class CompletionErrors implements ErrorForm {
    private static final int INVALID = 400;
    private static final int FULL = 413;

    @Override
    public ErrorResponse of(Problem problem) {
        return switch (problem) {
            case CommonProblem common -> CommonErrors.of(common, INVALID);
            case CompletionProblem upstream -> UpstreamErrors.of(upstream);
            case ToolProblem.UnknownTools unknown -> new ErrorResponse(INVALID, "VALIDATION_ERROR", unknown.message());
            case ToolProblem _, AccountProblem _, GroupProblem _, AgentProblem _ -> ErrorResponse.internal();
            case FileProblem.QuotaExceeded full -> new ErrorResponse(FULL, "PAYLOAD_TOO_LARGE", full.message());
            case TaskProblem ofQueue -> QueueErrors.of(ofQueue);
            case FileProblem _, RunProblem _ -> ErrorResponse.internal();
        };
    }

    @Override
    public Object body(ErrorResponse answer, String requestId) {
        return PlainErrorJson.of(answer, uuid(requestId));
    }

    /** The request's identifier if the client sent a UUID or none, else a new UUID (models-5). */
    public static String uuid(String requestId) {
        try {
            return UUID.fromString(requestId).toString();
        } catch (IllegalArgumentException callersOwn) {
            return UUID.nameUUIDFromBytes(requestId.getBytes(StandardCharsets.UTF_8))
                    .toString();
        }
    }
}
