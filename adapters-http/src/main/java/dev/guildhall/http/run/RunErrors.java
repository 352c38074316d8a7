package dev.guildhall.http.run;

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

public final class RunErrors implements ErrorForm {
    private static final int INVALID = 422;

    @Override
    public ErrorResponse of(Problem problem) {
        return switch (problem) {
            case CommonProblem common -> CommonErrors.of(common, INVALID);
            case RunProblem run -> of(run);
            case TaskProblem queue -> QueueErrors.of(queue);
            case AccountProblem _, GroupProblem _, ToolProblem _, CompletionProblem _ -> ErrorResponse.internal();
            case AgentProblem _, FileProblem _ -> ErrorResponse.internal();
        };
    }

    private static ErrorResponse of(RunProblem problem) {
        String message = problem.message();
        return switch (problem) {
            case RunProblem.RunNotFound ignored -> new ErrorResponse(404, "RUN_NOT_FOUND", message);
            case RunProblem.SuiteNotFound ignored -> new ErrorResponse(404, "SUITE_NOT_FOUND", message);
            case RunProblem.RunInProgress ignored -> new ErrorResponse(409, "RUN_IN_PROGRESS", message);
            case RunProblem.ContainerError ignored -> new ErrorResponse(500, "CONTAINER_ERROR", message);
            case RunProblem.BaselineChanged ignored -> new ErrorResponse(409, "BASELINE_CHANGED", message);
        };
    }
}
