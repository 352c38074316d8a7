package dev.guildhall.http.error;

import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.ProviderFault;
import java.util.Optional;

/**
 * The error responses of services that call a language model when its provider fails (models-6).
 */
public final class UpstreamErrors {
    private static final String CODE = "UPSTREAM_UNAVAILABLE";

    private UpstreamErrors() {}

    /** What the provider says of its error, for the forms that have a place for it. */
    public static ProviderFault fault(CompletionProblem problem) {
        return switch (problem) {
            case CompletionProblem.RequestRefused refused -> refused.fault();
            case CompletionProblem.ProviderFailed failed -> failed.fault();
            case CompletionProblem.ProviderLimited limited -> limited.fault();
            case CompletionProblem.UnknownModel _,
                    CompletionProblem.TooManyAtOnce _,
                    CompletionProblem.NoRoomForAnswer _,
                    CompletionProblem.ProviderUnavailable _,
                    CompletionProblem.ProviderRefusedKey _,
                    CompletionProblem.ProviderTimedOut _ -> ProviderFault.NONE;
        };
    }

    public static ErrorResponse of(CompletionProblem problem) {
        String message = problem.message();
        return switch (problem) {
            case CompletionProblem.RequestRefused _, CompletionProblem.UnknownModel _ ->
                new ErrorResponse(400, "VALIDATION_ERROR", message);
            case CompletionProblem.TooManyAtOnce _, CompletionProblem.NoRoomForAnswer _ ->
                CommonErrors.unavailable(message);
            case CompletionProblem.ProviderUnavailable unavailable ->
                new ErrorResponse(503, "SERVICE_UNAVAILABLE", message, Optional.of(unavailable.retryAfter()));
            case CompletionProblem.ProviderFailed failed -> new ErrorResponse(502, CODE, message, failed.retryAfter());
            case CompletionProblem.ProviderRefusedKey ignored -> new ErrorResponse(502, CODE, message);
            case CompletionProblem.ProviderTimedOut ignored -> new ErrorResponse(504, "UPSTREAM_TIMEOUT", message);
            case CompletionProblem.ProviderLimited limited ->
                new ErrorResponse(
                        429,
                        "RATE_LIMITED",
                        message,
                        limited.retryAfter()
                                .or(() -> Optional.of(CommonErrors.SOON))
                                .filter(wait -> !limited.exhausted()));
        };
    }
}
