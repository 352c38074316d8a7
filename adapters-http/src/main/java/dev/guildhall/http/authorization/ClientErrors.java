package dev.guildhall.http.authorization;

import dev.guildhall.http.error.CommonErrors;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import java.util.Locale;
import java.util.Map;

/** The error form of OAuth (RFC 6749, 5.2; RFC 7591, 3.2.2). */
public final class ClientErrors implements ErrorForm {
    static final int BAD_REQUEST = 400;
    static final String INVALID_REQUEST = "invalid_request";

    @Override
    public ErrorResponse of(Problem problem) {
        return switch (problem) {
            case CommonProblem.Invalid invalid -> new ErrorResponse(BAD_REQUEST, INVALID_REQUEST, invalid.message());
            case CommonProblem common -> CommonErrors.of(common, BAD_REQUEST);
            case AccountProblem.ClientRefused refused -> of(refused);
            case Problem _ -> ErrorResponse.internal();
        };
    }

    private static ErrorResponse of(AccountProblem.ClientRefused refused) {
        int status = refused.reason() == AccountProblem.ClientRefused.Reason.INVALID_CLIENT ? 401 : BAD_REQUEST;
        return new ErrorResponse(status, refused.reason().name(), refused.message());
    }

    @Override
    public Object body(ErrorResponse answer, String requestId) {
        return Map.of("error", answer.code().toLowerCase(Locale.ROOT), "error_description", answer.message());
    }
}
