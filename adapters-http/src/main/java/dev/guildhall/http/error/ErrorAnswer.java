package dev.guildhall.http.error;

import dev.guildhall.ports.JsonData;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What is answered in place of what was asked for.
 *
 * @param status of the response
 * @param code for programs, in the services whose form has codes
 * @param message for people
 * @param retryAfter when to try again; absent when that is not known or makes no sense
 * @param details more for programs, in the services whose form has codes; without any the field is left out
 */
public record ErrorAnswer(
        int status, String code, String message, Optional<Duration> retryAfter, Map<String, Object> details) {
    public ErrorAnswer {
        details = JsonData.copy(details);
    }

    /** An answer without details. */
    public ErrorAnswer(int status, String code, String message, Optional<Duration> retryAfter) {
        this(status, code, message, retryAfter, Map.of());
    }

    /** An answer without advice when to try again. */
    public ErrorAnswer(int status, String code, String message) {
        this(status, code, message, Optional.empty());
    }

    /** What is said about a bug or an outage: nothing but that there was one; the log has it under the request id. */
    public static ErrorAnswer internal() {
        return new ErrorAnswer(500, "INTERNAL_ERROR", "something went wrong on the server; its log has the request id");
    }
}
