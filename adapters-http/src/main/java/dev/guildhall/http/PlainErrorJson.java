package dev.guildhall.http;

import io.javalin.http.HttpStatus;

/**
 * The error body of the completion service, the agent service and the chat front-end.
 *
 * @param error the reason phrase of the status
 * @param message for people
 * @param requestId finds the request in the log
 */
public record PlainErrorJson(String error, String message, String requestId) {
    /** The body for an answer. */
    public static PlainErrorJson of(ErrorAnswer answer, String requestId) {
        return new PlainErrorJson(HttpStatus.forStatus(answer.status()).getMessage(), answer.message(), requestId);
    }
}
