package dev.guildhall.http.account;

import dev.guildhall.http.error.CodedErrorJson;
import dev.guildhall.http.error.CommonErrors;
import dev.guildhall.http.error.ErrorAnswer;
import dev.guildhall.http.error.ErrorForm;
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

/** Maps problems to the error responses of the account service. */
public final class AccountErrors implements ErrorForm {
    private static final int INVALID = 422;

    @Override
    public ErrorAnswer of(Problem problem) {
        return switch (problem) {
            case CommonProblem common -> CommonErrors.of(common, INVALID);
            case AccountProblem.InvalidCredentials wrong ->
                new ErrorAnswer(401, "INVALID_CREDENTIALS", wrong.message());
            case AccountProblem.EmailTaken taken -> new ErrorAnswer(409, "CONFLICT", taken.message());
            case AccountProblem.TooManyProfiles full -> new ErrorAnswer(409, "CONFLICT", full.message());
            case GroupProblem conflict -> new ErrorAnswer(409, "CONFLICT", conflict.message());
            case AccountProblem.StateNotValid stale -> new ErrorAnswer(401, "INVALID_CREDENTIALS", stale.message());
            case AccountProblem.CodeRefusedWithoutState refused ->
                new ErrorAnswer(401, "INVALID_CREDENTIALS", refused.message());
            case AccountProblem.CodeRefused refused -> new ErrorAnswer(401, "INVALID_CREDENTIALS", refused.message());
            case AccountProblem.ProviderUnavailable down ->
                new ErrorAnswer(502, "UPSTREAM_UNAVAILABLE", down.message());
            case AccountProblem.AccountNotLinked unlinked ->
                new ErrorAnswer(409, "ACCOUNT_NOT_LINKED", unlinked.message());
            case AccountProblem.IdentityTaken taken -> new ErrorAnswer(409, "CONFLICT", taken.message());
            case AccountProblem.TooManyIdentities many -> new ErrorAnswer(409, "CONFLICT", many.message());
            case AccountProblem.LastSignInMethod last -> new ErrorAnswer(409, "CONFLICT", last.message());
            case ToolProblem ignored -> ErrorAnswer.internal();
            case CompletionProblem ignored -> ErrorAnswer.internal();
            case AgentProblem ignored -> ErrorAnswer.internal();
            case FileProblem ignored -> ErrorAnswer.internal();
            case TaskProblem ignored -> ErrorAnswer.internal();
            case RunProblem ignored -> ErrorAnswer.internal();
        };
    }

    @Override
    public Object body(ErrorAnswer answer, String requestId) {
        return CodedErrorJson.of(answer);
    }
}
