package dev.guildhall.http.run;

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

/** Maps problems to the error responses of the test-run service (spec/3, contract 7). */
public final class RunErrors implements ErrorForm {
    private static final int INVALID = 422;

    @Override
    public ErrorAnswer of(Problem problem) {
        return switch (problem) {
            case CommonProblem common -> CommonErrors.of(common, INVALID);
            case RunProblem run -> of(run);
            case TaskProblem queue -> QueueErrors.of(queue);
            case AccountProblem ignored -> ErrorAnswer.internal();
            case GroupProblem ignored -> ErrorAnswer.internal();
            case ToolProblem ignored -> ErrorAnswer.internal();
            case CompletionProblem ignored -> ErrorAnswer.internal();
            case AgentProblem ignored -> ErrorAnswer.internal();
            case FileProblem ignored -> ErrorAnswer.internal();
        };
    }

    private static ErrorAnswer of(RunProblem problem) {
        String message = problem.message();
        return switch (problem) {
            case RunProblem.RunNotFound ignored -> new ErrorAnswer(404, "RUN_NOT_FOUND", message);
            case RunProblem.SuiteNotFound ignored -> new ErrorAnswer(404, "SUITE_NOT_FOUND", message);
            case RunProblem.RunInProgress ignored -> new ErrorAnswer(409, "RUN_IN_PROGRESS", message);
            case RunProblem.ContainerError ignored -> new ErrorAnswer(500, "CONTAINER_ERROR", message);
            case RunProblem.BaselineChanged ignored -> new ErrorAnswer(409, "BASELINE_CHANGED", message);
        };
    }

    @Override
    public Object body(ErrorAnswer answer, String requestId) {
        return CodedErrorJson.of(answer);
    }
}
