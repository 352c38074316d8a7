package dev.guildhall.http.error;

import dev.guildhall.ports.problem.Problem;

/** The form of a service's error responses (general-11, general-12). Immutable. */
public interface ErrorForm {
    /** Maps a problem to its status, code and message. */
    ErrorResponse of(Problem problem);

    /**
     * The value of {@code WWW-Authenticate} in a response with status 401.
     *
     * @param address the address of this server that the request names
     */
    default String challenge(ErrorResponse answer, String address) {
        return "Bearer";
    }

    /** The body of the error response; unless the form says otherwise, the one with codes. */
    default Object body(ErrorResponse answer, String requestId) {
        return CodedErrorJson.of(answer);
    }
}
