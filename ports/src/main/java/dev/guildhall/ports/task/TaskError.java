package dev.guildhall.ports.task;

/**
 * Why a task failed (contract 6).
 *
 * @param code in capitals, for example {@code TASK_TIMEOUT}; 1 to {@value #MAX_CODE} characters
 * @param message one sentence without secrets, cut at {@value #MAX_MESSAGE} characters
 * @param status the HTTP status that fits it, 400 to 599
 */
public record TaskError(String code, String message, int status) {
    /** The most characters of a code. */
    public static final int MAX_CODE = 64;

    /** The most characters of a message. */
    public static final int MAX_MESSAGE = 2000;

    public TaskError {
        message = message.length() <= MAX_MESSAGE ? message : message.substring(0, MAX_MESSAGE);
    }
}
