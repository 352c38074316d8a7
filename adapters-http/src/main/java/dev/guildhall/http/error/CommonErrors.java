package dev.guildhall.http.error;

import dev.guildhall.ports.problem.CommonProblem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The error responses that all services share (general-11 to general-16). */
public final class CommonErrors {
    public static final ErrorResponse NO_SUCH_PATH = new ErrorResponse(404, "NOT_FOUND", "there is no such path");

    public static final ErrorResponse TOO_SLOW = new ErrorResponse(
            408,
            "REQUEST_TIMEOUT",
            "the request body took longer than 30 s and one more for each 32 KiB received, or paused for 30 s");

    /** The response to a body in an unsupported transfer coding (RFC 9112, 6.1). */
    public static final ErrorResponse UNKNOWN_CODING =
            new ErrorResponse(501, "NOT_IMPLEMENTED", "Transfer-Encoding: only chunked is supported");

    /** The response to a request for a host that is not the node's (RFC 9110, 15.5.20). */
    public static final ErrorResponse MISDIRECTED = new ErrorResponse(
            421,
            "MISDIRECTED_REQUEST",
            "Host: must be localhost, an address of this server, or the host of GUILDHALL_PUBLIC_URL");

    public static final ErrorResponse CROSS_ORIGIN = new ErrorResponse(
            403,
            "INSUFFICIENT_PERMISSIONS",
            "Origin: pages of another origin may send no requests unless GUILDHALL_ALLOWED_ORIGINS lists it");

    /** The same for paths where browsers send a cookie, which they do for pages of allowed origins too. */
    public static final ErrorResponse CROSS_ORIGIN_COOKIE = new ErrorResponse(
            403,
            "INSUFFICIENT_PERMISSIONS",
            "Origin: this path takes a cookie, so only pages of this server may send requests: of the origin that the"
                    + " request is for, or of GUILDHALL_PUBLIC_URL");

    /** When the client may try again, unless the problem names a time. */
    public static final Duration SOON = Duration.ofSeconds(1);

    /** When the client may try again after a full disk: an operator has to make room first. */
    private static final Duration AFTER_ROOM = Duration.ofSeconds(30);

    /** The response to a request that would wait too long or need more memory than there is. */
    public static final ErrorResponse OVERLOADED = new ErrorResponse(
            503, "SERVICE_UNAVAILABLE", "the server has too much work at the moment; try again", Optional.of(SOON));

    private CommonErrors() {}

    /** @param most the bytes that the path accepts; absent when the server did not get as far as the path */
    public static ErrorResponse tooLarge(OptionalInt most) {
        String bound = most.isEmpty() ? "" : ": at most " + most.getAsInt() + " bytes";
        return new ErrorResponse(413, "PAYLOAD_TOO_LARGE", "the request body is larger than this path accepts" + bound);
    }

    /**
     * The response to a problem that every context has.
     *
     * @param invalidStatus the service's status for malformed requests, 422 or 400
     */
    public static ErrorResponse of(CommonProblem problem, int invalidStatus) {
        String message = problem.message();
        return switch (problem) {
            case CommonProblem.Invalid ignored -> new ErrorResponse(invalidStatus, "VALIDATION_ERROR", message);
            case CommonProblem.Unauthenticated ignored -> new ErrorResponse(401, "UNAUTHENTICATED", message);
            case CommonProblem.TokenExpired ignored -> new ErrorResponse(401, "TOKEN_EXPIRED", message);
            case CommonProblem.Forbidden ignored -> new ErrorResponse(403, "INSUFFICIENT_PERMISSIONS", message);
            case CommonProblem.SecondFactorMissing ignored -> new ErrorResponse(403, "SECOND_FACTOR_REQUIRED", message);
            case CommonProblem.NotFound ignored -> new ErrorResponse(404, "NOT_FOUND", message);
            case CommonProblem.Conflict ignored -> new ErrorResponse(409, "CONFLICT", message);
            case CommonProblem.IdempotencyMismatch ignored -> new ErrorResponse(422, "IDEMPOTENCY_MISMATCH", message);
            case CommonProblem.RateLimited limited ->
                new ErrorResponse(429, "RATE_LIMITED", message, Optional.of(limited.retryAfter()));
            case CommonProblem.BudgetExceeded exceeded ->
                new ErrorResponse(429, "BUDGET_EXCEEDED", message, Optional.of(exceeded.retryAfter()));
            case CommonProblem.Unavailable gone
            when gone.isFull() -> new ErrorResponse(507, "INSUFFICIENT_STORAGE", message, Optional.of(AFTER_ROOM));
            case CommonProblem.Unavailable _, CommonProblem.Cancelled _ -> unavailable(message);
        };
    }

    public static ErrorResponse unavailable(String message) {
        return new ErrorResponse(503, "SERVICE_UNAVAILABLE", message, Optional.of(SOON));
    }

    public static ErrorResponse wrongMethod(List<String> allowed) {
        return new ErrorResponse(405, "METHOD_NOT_ALLOWED", "this path answers " + String.join(", ", allowed));
    }
}
