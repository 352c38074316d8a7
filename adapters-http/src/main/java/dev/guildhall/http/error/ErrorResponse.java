package dev.guildhall.http.error;

import dev.guildhall.ports.JsonData;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The content of an error response, before the service's form is applied.
 *
 * @param status of the response
 * @param code for programs, in the services whose form has codes
 * @param message for people; API keys in it are masked
 * @param retryAfter when the client may try again; absent when that is unknown or useless
 * @param details more for programs, in the services whose form has codes; the field is omitted when empty
 */
public record ErrorResponse(
        int status, String code, String message, Optional<Duration> retryAfter, Map<String, Object> details) {
    public ErrorResponse {
        message = ApiKeyMask.in(message);
        details = JsonData.copy(details);
    }

    public ErrorResponse(int status, String code, String message, Optional<Duration> retryAfter) {
        this(status, code, message, retryAfter, Map.of());
    }

    public ErrorResponse(int status, String code, String message) {
        this(status, code, message, Optional.empty());
    }

    public ErrorResponse with(Map<String, Object> others) {
        return new ErrorResponse(status, code, message, retryAfter, others);
    }

    /** The response to a bug or an outage: it says nothing more; the log has the cause under the request id. */
    public static ErrorResponse internal() {
        return new ErrorResponse(
                500, "INTERNAL_ERROR", "something went wrong on the server; its log has the request id");
    }
}
