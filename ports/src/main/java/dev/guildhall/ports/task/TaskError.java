package dev.guildhall.ports.task;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.ErrorKind;

/**
 * Why a task failed (tasks-11).
 *
 * <p>Code of others makes errors too, often from an exception without a message: whatever is given, an error is made.
 *
 * @param code in capitals, for example {@code TASK_TIMEOUT}; cut at {@value #MAX_CODE} characters, and {@code FAILED} when
 *     it is absent
 * @param message one sentence without secrets, cut at {@value #MAX_MESSAGE} characters; says so when it is absent
 * @param kind its kind; {@link ErrorKind#INTERNAL} when it is absent
 */
public record TaskError(String code, String message, ErrorKind kind) {
    /** The most characters of a code. */
    public static final int MAX_CODE = 64;

    /** The most characters of a message. */
    public static final int MAX_MESSAGE = 2000;

    public TaskError(String code, String message, ErrorKind kind) {
        this.code = cut(code, MAX_CODE, "FAILED");
        this.message = cut(message, MAX_MESSAGE, "no reason was given");
        this.kind = kind == null ? ErrorKind.INTERNAL : kind;
    }

    private static String cut(String text, int most, String fallback) {
        String given = text == null || text.isBlank() ? fallback : text;
        return Text.beginning(Text.repaired(given), most);
    }
}
