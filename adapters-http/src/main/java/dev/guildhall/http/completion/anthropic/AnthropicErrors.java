package dev.guildhall.http.completion.anthropic;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.guildhall.http.completion.CompletionErrors;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.http.error.UpstreamErrors;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Maps problems to errors in Anthropic's format, with the statuses of the completion service. */
public final class AnthropicErrors implements ErrorForm {
    private static final ErrorForm LIKE = new CompletionErrors();
    private static final String TYPE = "type";
    private static final int NOT_FOUND = 404;

    /** The types that clients of this protocol know; a provider's error keeps its own one. */
    private static final Set<String> TYPES = Set.of(
            "invalid_request_error",
            "authentication_error",
            "billing_error",
            "permission_error",
            "not_found_error",
            "request_too_large",
            "rate_limit_error",
            "timeout_error",
            "api_error",
            "overloaded_error");

    record ErrorJson(
            String type,
            Fault error,
            @JsonProperty("request_id") String requestId) {}

    record Fault(Object type, String message) {}

    @Override
    public ErrorResponse of(Problem problem) {
        if (problem instanceof CompletionProblem.UnknownModel unknown) {
            return new ErrorResponse(NOT_FOUND, "MODEL_NOT_FOUND", unknown.message());
        }
        ErrorResponse like = LIKE.of(problem);
        return Optional.of(problem)
                .filter(CompletionProblem.class::isInstance)
                .map(CompletionProblem.class::cast)
                .flatMap(upstream -> UpstreamErrors.fault(upstream).type())
                .filter(TYPES::contains)
                .map(type -> like.with(Map.of(TYPE, type)))
                .orElse(like);
    }

    @Override
    public Object body(ErrorResponse answer, String requestId) {
        Object type = answer.details().getOrDefault(TYPE, type(answer.status()));
        return new ErrorJson("error", new Fault(type, answer.message()), requestId);
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
