package dev.guildhall.http.agent;

import dev.guildhall.http.error.CommonErrors;
import dev.guildhall.http.error.ErrorAnswer;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.PlainErrorJson;
import dev.guildhall.http.error.QueueErrors;
import dev.guildhall.http.error.UpstreamErrors;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.FileProblem;
import dev.guildhall.ports.problem.GroupProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.problem.ToolProblem;

/** Maps problems to the error responses of the agent service. */
public final class AgentErrors implements ErrorForm {
    private static final int INVALID = 400;

    @Override
    public ErrorAnswer of(Problem problem) {
        return switch (problem) {
            case CommonProblem common -> CommonErrors.of(common, INVALID);
            case CompletionProblem upstream -> UpstreamErrors.of(upstream);
            case ToolProblem.UnknownTools unknown -> new ErrorAnswer(INVALID, "VALIDATION_ERROR", unknown.message());
            case ToolProblem ignored -> ErrorAnswer.internal();
            case AgentProblem.ChatFull full -> new ErrorAnswer(409, "CONFLICT", full.message());
            case AgentProblem.ToolDisabled disabled -> new ErrorAnswer(409, "CONFLICT", disabled.message());
            case AgentProblem.ServiceUnavailable gone -> new ErrorAnswer(502, "UPSTREAM_UNAVAILABLE", gone.message());
            case FileProblem ignored -> ErrorAnswer.internal();
            case AgentProblem.MemoryFull full -> new ErrorAnswer(409, "CONFLICT", full.message());
            case AccountProblem ignored -> ErrorAnswer.internal();
            case GroupProblem ignored -> ErrorAnswer.internal();
            case TaskProblem queue -> QueueErrors.of(queue);
            case RunProblem ignored -> ErrorAnswer.internal();
        };
    }

    @Override
    public Object body(ErrorAnswer answer, String requestId) {
        return PlainErrorJson.of(answer, requestId);
    }
}
