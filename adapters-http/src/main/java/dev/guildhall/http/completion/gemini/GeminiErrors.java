package dev.guildhall.http.completion.gemini;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.guildhall.http.completion.CompletionErrors;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import java.time.Duration;
import java.util.List;

/** Maps problems to errors in Google's format, with the statuses of the completion service. */
public final class GeminiErrors implements ErrorForm {
    private static final ErrorForm LIKE = new CompletionErrors();
    private static final int NOT_FOUND = 404;

    record ErrorJson(Fault error) {}

    /** @param details when the request may be repeated; empty when that is unknown */
    record Fault(int code, String message, String status, List<RetryInfo> details) {}

    record RetryInfo(@JsonProperty("@type") String type, String retryDelay) {
        static RetryInfo of(Duration after) {
            return new RetryInfo("type.googleapis.com/google.rpc.RetryInfo", after.toSeconds() + "s");
        }
    }

    @Override
    public ErrorResponse of(Problem problem) {
        return problem instanceof CompletionProblem.UnknownModel unknown
                ? new ErrorResponse(NOT_FOUND, "MODEL_NOT_FOUND", unknown.message())
                : LIKE.of(problem);
    }

    @Override
    public ErrorJson body(ErrorResponse answer, String requestId) {
        List<RetryInfo> details =
                answer.retryAfter().map(RetryInfo::of).map(List::of).orElse(List.of());
        return new ErrorJson(new Fault(answer.status(), answer.message(), status(answer.status()), details));
    }

    /** The name of the code of gRPC that Google sends with the status. */
    private static String status(int status) {
        return switch (status) {
            case 401 -> "UNAUTHENTICATED";
            case 403 -> "PERMISSION_DENIED";
            case 404 -> "NOT_FOUND";
            case 405, 501 -> "UNIMPLEMENTED";
            case 408, 504 -> "DEADLINE_EXCEEDED";
            case 409 -> "ABORTED";
            case 429, 507 -> "RESOURCE_EXHAUSTED";
            case 502, 503 -> "UNAVAILABLE";
            default -> status < 500 ? "INVALID_ARGUMENT" : "INTERNAL";
        };
    }
}
