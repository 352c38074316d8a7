package dev.guildhall.http.system;

import dev.guildhall.http.agent.AgentErrors;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.http.error.PlainErrorJson;
import dev.guildhall.ports.problem.Problem;

/**
 * Maps problems to the error responses outside the services, in the form of the chat front-end, whose base is the root.
 */
public final class SystemErrors implements ErrorForm {
    private static final ErrorForm LIKE = new AgentErrors();

    @Override
    public ErrorResponse of(Problem problem) {
        return LIKE.of(problem);
    }

    @Override
    public Object body(ErrorResponse answer, String requestId) {
        return PlainErrorJson.of(answer, requestId);
    }
}
