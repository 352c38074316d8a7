package dev.guildhall.http;

/**
 * The error body of the account service, the tool registry, the test-run service and the orchestration.
 *
 * @param error what went wrong
 */
public record CodedErrorJson(Fault error) {
    /**
     * What went wrong.
     *
     * @param code for programs
     * @param message for people
     * @param status that of the response
     */
    public record Fault(String code, String message, int status) {}

    /** The body for an answer. */
    public static CodedErrorJson of(ErrorAnswer answer) {
        return new CodedErrorJson(new Fault(answer.code(), answer.message(), answer.status()));
    }
}
