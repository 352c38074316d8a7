package dev.guildhall.http.orchestration;

import dev.guildhall.http.error.CodedErrorJson;
import dev.guildhall.http.error.CommonErrors;
import dev.guildhall.http.error.ErrorAnswer;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.QueueErrors;
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

/** Maps problems to the error responses of task orchestration. */
public final class OrchestrationErrors implements ErrorForm {
    private static final int INVALID = 422;

    @Override
    public ErrorAnswer of(Problem problem) {
        return switch (problem) {
            case CommonProblem common -> CommonErrors.of(common, INVALID);
            case TaskProblem queue -> QueueErrors.of(queue);
            case RunProblem ignored -> ErrorAnswer.internal();
            case AccountProblem ignored -> ErrorAnswer.internal();
            case GroupProblem ignored -> ErrorAnswer.internal();
            case ToolProblem ignored -> ErrorAnswer.internal();
            case CompletionProblem ignored -> ErrorAnswer.internal();
            case AgentProblem ignored -> ErrorAnswer.internal();
            case FileProblem ignored -> ErrorAnswer.internal();
        };
    }

    @Override
    public Object body(ErrorAnswer answer, String requestId) {
        return CodedErrorJson.of(answer);
    }
}
