package dev.guildhall.ports.task;

import dev.guildhall.ports.Text;

/**
 * Why a task failed (tasks-11).
 *
 * <p>Code of others makes errors too, often from an exception without a message: whatever is given, an error is made.
 *
 * @param code in capitals, for example {@code TASK_TIMEOUT}; cut at {@value #MAX_CODE} characters, and {@code FAILED} when
 *     it is absent
 * @param message one sentence without secrets, cut at {@value #MAX_MESSAGE} characters; says so when it is absent
 * @param status the HTTP status that fits it, 400 to 599; 500 when it is another number
 */
public record TaskError(String code, String message, int status) {
    /** The most characters of a code. */
    public static final int MAX_CODE = 64;

    /** The most characters of a message. */
    public static final int MAX_MESSAGE = 2000;

    private static final int LEAST_STATUS = 400;
    private static final int MOST_STATUS = 599;
    private static final int INTERNAL = 500;

    public TaskError(String code, String message, int status) {
        this.code = cut(code, MAX_CODE, "FAILED");
        this.message = cut(message, MAX_MESSAGE, "no reason was given");
        this.status = status >= LEAST_STATUS && status <= MOST_STATUS ? status : INTERNAL;
    }

    private static String cut(String text, int most, String fallback) {
        String given = text == null || text.isBlank() ? fallback : text;
        return Text.beginning(Text.repaired(given), most);
    }
}
