package dev.guildhall.http.orchestration;

import dev.guildhall.http.error.CommonErrors;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.ErrorResponse;
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

public final class OrchestrationErrors implements ErrorForm {
    private static final int INVALID = 422;

    @Override
    public ErrorResponse of(Problem problem) {
        return switch (problem) {
            case CommonProblem common -> CommonErrors.of(common, INVALID);
            case TaskProblem queue -> QueueErrors.of(queue);
            case RunProblem _, AccountProblem _, GroupProblem _, ToolProblem _ -> ErrorResponse.internal();
            case CompletionProblem _, AgentProblem _, FileProblem _ -> ErrorResponse.internal();
        };
    }
}
