package dev.guildhall.http.completion.anthropic;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.guildhall.http.completion.CompletionErrors;
import dev.guildhall.http.error.ErrorAnswer;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;

/** Maps problems to errors in Anthropic's format, with the statuses of the completion service. */
public final class AnthropicErrors implements ErrorForm {
    private static final ErrorForm LIKE = new CompletionErrors();
    private static final int NOT_FOUND = 404;

    record ErrorJson(
            String type,
            Fault error,
            @JsonProperty("request_id") String requestId) {}

    record Fault(String type, String message) {}

    @Override
    public ErrorAnswer of(Problem problem) {
        return problem instanceof CompletionProblem.UnknownModel unknown
                ? new ErrorAnswer(NOT_FOUND, "MODEL_NOT_FOUND", unknown.message())
                : LIKE.of(problem);
    }

    @Override
    public Object body(ErrorAnswer answer, String requestId) {
        return new ErrorJson("error", new Fault(type(answer.status()), answer.message()), requestId);
    }

    private static String type(int status) {
        return switch (status) {
            case 400, 405, 408, 421 -> "invalid_request_error";
            case 401 -> "authentication_error";
            case 403 -> "permission_error";
            case 404 -> "not_found_error";
            case 413 -> "request_too_large";
            case 429 -> "rate_limit_error";
            case 503 -> "overloaded_error";
            case 504 -> "timeout_error";
            default -> "api_error";
        };
    }
}
