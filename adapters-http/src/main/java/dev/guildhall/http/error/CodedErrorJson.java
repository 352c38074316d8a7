package dev.guildhall.http.error;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;

/**
 * The error body of the account service, the tool registry, the test-run service and the orchestration.
 *
 * @param error the error
 */
public record CodedErrorJson(Fault error) {
    /**
     * The error.
     *
     * @param code for programs
     * @param message for people
     * @param status that of the response
     * @param details more for programs; the field is omitted when there is nothing more
     */
    public record Fault(
            String code,
            String message,
            int status,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Object> details) {}

    public static CodedErrorJson of(ErrorResponse answer) {
        return new CodedErrorJson(new Fault(answer.code(), answer.message(), answer.status(), answer.details()));
    }
}
