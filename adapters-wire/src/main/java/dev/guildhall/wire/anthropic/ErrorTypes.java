package dev.guildhall.wire.anthropic;

import java.util.Map;

/** The types of errors. */
public final class ErrorTypes {
    /** The status of each type before an answer has begun. */
    public static final Map<String, Integer> STATUS = Map.of(
            "invalid_request_error", 400,
            "authentication_error", 401,
            "billing_error", 402,
            "permission_error", 403,
            "not_found_error", 404,
            "request_too_large", 413,
            "rate_limit_error", 429,
            "api_error", 500,
            "timeout_error", 504,
            "overloaded_error", 529);

    private ErrorTypes() {}

    /** The type of an error with that status. */
    public static String of(int status) {
        return switch (status) {
            case 405, 408, 421 -> "invalid_request_error";
            case 503 -> "overloaded_error";
            default ->
                STATUS.entrySet().stream()
                        .filter(type -> type.getValue() == status)
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElse("api_error");
        };
    }
}
