package dev.guildhall.http.account;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.guildhall.http.error.CommonErrors;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.ErrorResponse;
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
import java.util.LinkedHashMap;
import java.util.Map;

public final class AccountErrors implements ErrorForm {
    private static final int INVALID = 422;

    @Override
    public ErrorResponse of(Problem problem) {
        String message = problem.message();
        return switch (problem) {
            case CommonProblem common -> CommonErrors.of(common, INVALID);
            case AccountProblem.InvalidCredentials _,
                    AccountProblem.StateNotValid _,
                    AccountProblem.CodeRefusedWithoutState _,
                    AccountProblem.CodeRefused _ -> new ErrorResponse(401, "INVALID_CREDENTIALS", message);
            case AccountProblem.EmailTaken _,
                    AccountProblem.TooManyProfiles _,
                    AccountProblem.IdentityTaken _,
                    AccountProblem.TooManyIdentities _,
                    AccountProblem.LastSignInMethod _,
                    GroupProblem _ -> new ErrorResponse(409, "CONFLICT", message);
            case AccountProblem.SecondFactorRequired required -> secondFactor(required);
            case AccountProblem.ClientRefused _ -> new ErrorResponse(INVALID, "VALIDATION_ERROR", message);
            case AccountProblem.ProviderUnavailable _ -> new ErrorResponse(502, "UPSTREAM_UNAVAILABLE", message);
            case AccountProblem.AccountNotLinked _ -> new ErrorResponse(409, "ACCOUNT_NOT_LINKED", message);
            case ToolProblem _, CompletionProblem _, AgentProblem _, FileProblem _ -> ErrorResponse.internal();
            case TaskProblem _, RunProblem _ -> ErrorResponse.internal();
        };
    }

    /** The first step of a sign-in, with what the second one needs. */
    public static ErrorResponse secondFactor(AccountProblem.SecondFactorRequired required) {
        Map<String, Object> details =
                new LinkedHashMap<>(Map.of("challenge", required.challenge(), "methods", required.methods()));
        details.put(
                "options",
                required.credentials()
                        .<Object>map(passkeys -> PasskeyJson.RequestJson.of(required.challenge(), passkeys))
                        .orElseGet(NullNode::getInstance));
        return new ErrorResponse(401, "SECOND_FACTOR_REQUIRED", required.message()).with(details);
    }
}
