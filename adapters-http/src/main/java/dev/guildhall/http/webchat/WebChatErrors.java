package dev.guildhall.http.webchat;

import dev.guildhall.http.error.CommonErrors;
import dev.guildhall.http.error.ErrorAnswer;
import dev.guildhall.http.error.ErrorForm;
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

/** Maps problems to the error responses of the chat front-end. */
public final class WebChatErrors implements ErrorForm {
    private static final int INVALID = 400;

    @Override
    public ErrorAnswer of(Problem problem) {
        return switch (problem) {
            case CommonProblem common -> CommonErrors.of(common, INVALID);
            case CompletionProblem upstream -> UpstreamErrors.of(upstream);
            case ToolProblem.UnknownTools unknown -> invalid(unknown);
            case ToolProblem ignored -> ErrorAnswer.internal();
            case AgentProblem.ServiceUnavailable gone -> new ErrorAnswer(502, "UPSTREAM_UNAVAILABLE", gone.message());
            case AgentProblem conflict -> new ErrorAnswer(409, "CONFLICT", conflict.message());
            case FileProblem tooLarge -> new ErrorAnswer(413, "PAYLOAD_TOO_LARGE", tooLarge.message());
            case AccountProblem account -> of(account);
            case GroupProblem ignored -> ErrorAnswer.internal();
            case TaskProblem queue -> QueueErrors.of(queue);
            case RunProblem ignored -> ErrorAnswer.internal();
        };
    }

    private static ErrorAnswer invalid(Problem problem) {
        return new ErrorAnswer(INVALID, "VALIDATION_ERROR", problem.message());
    }

    private static ErrorAnswer of(AccountProblem problem) {
        return switch (problem) {
            case AccountProblem.InvalidCredentials wrong -> refused(wrong);
            case AccountProblem.CodeRefused refused -> refused(refused);
            case AccountProblem.CodeRefusedWithoutState refused -> refused(refused);
            case AccountProblem.StateNotValid refused -> refused(refused);
            case AccountProblem.ProviderUnavailable down ->
                new ErrorAnswer(502, "UPSTREAM_UNAVAILABLE", down.message());
            default -> new ErrorAnswer(409, "CONFLICT", problem.message());
        };
    }

    private static ErrorAnswer refused(Problem problem) {
        return new ErrorAnswer(401, "INVALID_CREDENTIALS", problem.message());
    }

    @Override
    public Object body(ErrorAnswer answer, String requestId) {
        return PlainErrorJson.of(answer, requestId);
    }
}
