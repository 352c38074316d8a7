package dev.guildhall.http.completion.openai;

import dev.guildhall.http.completion.CompletionErrors;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.http.error.UpstreamErrors;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.FileProblem;
import dev.guildhall.ports.problem.GroupProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.ProviderFault;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.problem.Violation;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Maps problems to errors in OpenAI's format, with the statuses of the completion service. */
public final class OpenAiErrors implements ErrorForm {
    private static final ErrorForm LIKE = new CompletionErrors();

    private static final String TYPE = "type";
    private static final String CODE = "code";
    private static final String PARAM = "param";
    private static final String COUNTED = "counted";
    private static final String REQUESTS = "requests";

    /** The kind of resource of {@code CommonProblem.NotFound} for an answer that a request continues. */
    static final String PREVIOUS_RESPONSE = "previous response";

    /** OpenAI's errors of a bad field, and of an unknown resource, have none. */
    private static final String NO_CODE = "VALIDATION_ERROR";

    private static final String WHOLE_BODY = "body";

    private static final int NOT_FOUND = 404;
    private static final int TOO_MANY = 429;
    private static final int FAULT = 500;
    private static final int UNAVAILABLE = 503;

    public record ErrorJson(Fault error) {}

    public record Fault(
            String message,
            Object type,
            @Nullable Object param,
            @Nullable Object code) {}

    @Override
    public ErrorResponse of(Problem problem) {
        ErrorResponse like = LIKE.of(problem);
        return switch (problem) {
            case CommonProblem.Invalid(List<Violation> violations) -> naming(like, violations);
            case CommonProblem.RateLimited limited -> like.with(Map.of(COUNTED, type(limited.counted())));
            case CommonProblem.BudgetExceeded ignored -> like.with(Map.of(COUNTED, "insufficient_quota"));
            case CommonProblem.NotFound(String what, Optional<String> id) when id.isPresent() -> named(what, id.get());
            case CompletionProblem.UnknownModel unknown ->
                new ErrorResponse(
                        NOT_FOUND, "MODEL_NOT_FOUND", unknown.message(), Optional.empty(), Map.of(PARAM, "model"));
            case CompletionProblem upstream -> withFault(like, UpstreamErrors.fault(upstream));
            case CommonProblem _, ToolProblem _, AccountProblem _, GroupProblem _ -> like;
            case AgentProblem _, FileProblem _, TaskProblem _, RunProblem _ -> like;
        };
    }

    /** In the words of OpenAI, which clients compare. */
    private static ErrorResponse named(String what, String id) {
        boolean previous = what.equals(PREVIOUS_RESPONSE);
        String kind = what.substring(0, 1).toUpperCase(Locale.ROOT) + what.substring(1);
        return new ErrorResponse(
                NOT_FOUND,
                previous ? "PREVIOUS_RESPONSE_NOT_FOUND" : NO_CODE,
                kind + " with id '" + id + "' not found.",
                Optional.empty(),
                previous ? Map.of(PARAM, "previous_response_id") : Map.of());
    }

    private static ErrorResponse withFault(ErrorResponse like, ProviderFault fault) {
        Map<String, Object> details = new HashMap<>();
        fault.type().ifPresent(type -> details.put(TYPE, type));
        fault.code().ifPresent(code -> details.put(CODE, code));
        fault.param().ifPresent(param -> details.put(PARAM, param));
        return like.with(details);
    }

    private static ErrorResponse naming(ErrorResponse like, List<Violation> violations) {
        String field = violations.getFirst().field();
        return field.equals(WHOLE_BODY) ? like : like.with(Map.of(PARAM, field));
    }

    private static String type(CommonProblem.RateLimited.Counted counted) {
        return switch (counted) {
            case REQUESTS, REQUESTS_AT_ONCE, STREAMS, BODIES -> REQUESTS;
            case TOKENS -> "tokens";
        };
    }

    @Override
    public ErrorJson body(ErrorResponse answer, String requestId) {
        Map<String, Object> details = answer.details();
        Object type = details.getOrDefault(TYPE, type(answer));
        Object code = details.containsKey(CODE) ? details.get(CODE) : code(answer.code());
        return new ErrorJson(new Fault(answer.message(), type, details.get(PARAM), code));
    }

    private static String type(ErrorResponse answer) {
        if (answer.status() == TOO_MANY) {
            return String.valueOf(answer.details().getOrDefault(COUNTED, REQUESTS));
        }
        if (answer.status() < FAULT) {
            return "invalid_request_error";
        }
        return answer.status() == FAULT || answer.status() == UNAVAILABLE ? "server_error" : "api_error";
    }

    private static @Nullable String code(String code) {
        return switch (code) {
            case NO_CODE -> null;
            case "UNAUTHENTICATED", "TOKEN_EXPIRED" -> "invalid_api_key";
            case "NOT_FOUND" -> "unknown_url";
            case "METHOD_NOT_ALLOWED" -> "method_not_supported";
            case "RATE_LIMITED" -> "rate_limit_exceeded";
            default -> code.toLowerCase(Locale.ROOT);
        };
    }
}
