package dev.guildhall.http.completion.anthropic;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.guildhall.http.completion.CompletionErrors;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.http.error.UpstreamErrors;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.wire.anthropic.ErrorTypes;
import java.util.Map;
import java.util.Optional;

/** Maps problems to errors in Anthropic's format, with the statuses of the completion service. */
public final class AnthropicErrors implements ErrorForm {
    private static final ErrorForm LIKE = new CompletionErrors();
    private static final String TYPE = "type";
    private static final int NOT_FOUND = 404;

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
                .filter(ErrorTypes.STATUS::containsKey)
                .map(type -> like.with(Map.of(TYPE, type)))
                .orElse(like);
    }

    @Override
    public Object body(ErrorResponse answer, String requestId) {
        Object type = answer.details().getOrDefault(TYPE, ErrorTypes.of(answer.status()));
        return new ErrorJson("error", new Fault(type, answer.message()), requestId);
    }
}
