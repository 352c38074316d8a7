package dev.guildhall.http.error;

import io.javalin.http.HttpStatus;

/**
 * The error body of the completion service, the agent service and the chat front-end.
 *
 * @param error the reason phrase of the status
 * @param message for people
 * @param requestId finds the request in the log
 */
public record PlainErrorJson(String error, String message, String requestId) {
    public static PlainErrorJson of(ErrorResponse answer, String requestId) {
        return new PlainErrorJson(reason(answer.status()), answer.message(), requestId);
    }

    /** The reason phrases of RFC 9110; Jetty and Javalin shorten some of them. */
    private static String reason(int status) {
        return switch (status) {
            case 413 -> "Payload Too Large";
            case 422 -> "Unprocessable Content";
            case 500 -> "Internal Server Error";
            default -> HttpStatus.forStatus(status).getMessage();
        };
    }
}
