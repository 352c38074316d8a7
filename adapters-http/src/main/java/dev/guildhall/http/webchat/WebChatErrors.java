package dev.guildhall.http.webchat;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.guildhall.http.account.AccountErrors;
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
import java.util.Map;

public final class WebChatErrors implements ErrorForm {
    private static final int INVALID = 400;

    /** The usual members, a code, and what the second step of a sign-in needs. */
    private record CodedJson(
            @JsonUnwrapped PlainErrorJson plain,
            String code,
            @JsonAnyGetter Map<String, Object> details) {}

    @Override
    public ErrorResponse of(Problem problem) {
        return switch (problem) {
            case CommonProblem common -> CommonErrors.of(common, INVALID);
            case CompletionProblem upstream -> UpstreamErrors.of(upstream);
            case ToolProblem.UnknownTools unknown -> new ErrorResponse(INVALID, "VALIDATION_ERROR", unknown.message());
            case AgentProblem.ServiceUnavailable gone -> new ErrorResponse(502, "UPSTREAM_UNAVAILABLE", gone.message());
            case AgentProblem conflict -> new ErrorResponse(409, "CONFLICT", conflict.message());
            case FileProblem tooLarge -> new ErrorResponse(413, "PAYLOAD_TOO_LARGE", tooLarge.message());
            case AccountProblem account -> of(account);
            case TaskProblem queue -> QueueErrors.of(queue);
            case ToolProblem _, GroupProblem _, RunProblem _ -> ErrorResponse.internal();
        };
    }

    private static ErrorResponse of(AccountProblem problem) {
        return switch (problem) {
            case AccountProblem.InvalidCredentials _,
                    AccountProblem.CodeRefused _,
                    AccountProblem.CodeRefusedWithoutState _,
                    AccountProblem.StateNotValid _ -> new ErrorResponse(401, "INVALID_CREDENTIALS", problem.message());
            case AccountProblem.SecondFactorRequired required -> AccountErrors.secondFactor(required);
            case AccountProblem.ClientRefused _ -> new ErrorResponse(INVALID, "VALIDATION_ERROR", problem.message());
            case AccountProblem.ProviderUnavailable _ ->
                new ErrorResponse(502, "UPSTREAM_UNAVAILABLE", problem.message());
            default -> new ErrorResponse(409, "CONFLICT", problem.message());
        };
    }

    @Override
    public Object body(ErrorResponse answer, String requestId) {
        PlainErrorJson plain = PlainErrorJson.of(answer, requestId);
        return answer.code().equals("SECOND_FACTOR_REQUIRED")
                ? new CodedJson(plain, answer.code(), answer.details())
                : plain;
    }
}
