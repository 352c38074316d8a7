package dev.guildhall.http.mcp;

import dev.guildhall.http.error.ErrorAnswer;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.tool.ToolErrors;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.FileProblem;
import dev.guildhall.ports.problem.GroupProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.Tool;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Explains a refused call to the model: why it was refused, and what the user can do about it. */
final class CallRefusals {
    private static final String ABOUT = "dev.guildhall/error";
    private static final String CONNECTING =
            ". Tell the user: GET /api/v1/integrations lists the integrations, and POST"
                    + " /api/v1/integrations/%s/connect begins to connect this one";

    private static final ErrorForm CODES = new ToolErrors();

    private CallRefusals() {}

    /**
     * The tool result for a refusal.
     *
     * @throws RpcRefusal when the tool does not exist any more
     * @throws Refusal the given one, when neither the model nor the user can correct it
     */
    static CallResultJson resultOf(Tool tool, Refusal refused) {
        return switch (refused.problem()) {
            case ToolProblem problem -> of(problem, tool, refused);
            case CommonProblem problem -> of(problem, refused);
            case AccountProblem ignored -> throw refused;
            case GroupProblem ignored -> throw refused;
            case CompletionProblem ignored -> throw refused;
            case AgentProblem ignored -> throw refused;
            case FileProblem ignored -> throw refused;
            case TaskProblem ignored -> throw refused;
            case RunProblem ignored -> throw refused;
        };
    }

    private static CallResultJson of(ToolProblem problem, Tool tool, Refusal refused) {
        return switch (problem) {
            case ToolProblem.ToolNotFound ignored ->
                throw RpcRefusal.unknownTool(tool.definition().name().value());
            case ToolProblem.IntegrationNotConnected unconnected ->
                error(unconnected.message() + CONNECTING.formatted(unconnected.integration()), refused);
            case ToolProblem.InsufficientScopes missing ->
                error(missing.message() + CONNECTING.formatted(missing.integration()), refused);
            case ToolProblem.IntegrationNotConfigured other -> error(other.message(), refused);
            case ToolProblem.IntegrationUnavailable other -> error(other.message(), refused);
            case ToolProblem.ConsentRefused other -> error(other.message(), refused);
            case ToolProblem.ConsentStateNotValid other -> error(other.message(), refused);
            case ToolProblem.UnknownTools other -> error(other.message(), refused);
            case ToolProblem.VersionTaken other -> error(other.message(), refused);
            case ToolProblem.TooManyTools other -> error(other.message(), refused);
        };
    }

    private static CallResultJson of(CommonProblem problem, Refusal refused) {
        return switch (problem) {
            case CommonProblem.Invalid invalid -> error(ofArguments(invalid), refused);
            case CommonProblem.Forbidden other -> error(other.message(), refused);
            case CommonProblem.NotFound other -> error(other.message(), refused);
            case CommonProblem.Conflict other -> error(other.message(), refused);
            case CommonProblem.IdempotencyMismatch other -> error(other.message(), refused);
            case CommonProblem.RateLimited other -> error(other.message(), refused);
            case CommonProblem.Unauthenticated ignored -> throw refused;
            case CommonProblem.TokenExpired ignored -> throw refused;
            case CommonProblem.Unavailable ignored -> throw refused;
            case CommonProblem.Cancelled ignored -> throw refused;
        };
    }

    /** The registry's parameters are called arguments in MCP. */
    private static String ofArguments(CommonProblem.Invalid invalid) {
        return invalid.violations().stream()
                .map(violation -> new Violation(
                        violation.field().replaceFirst("^parameters\\b", "arguments"), violation.message()))
                .map(Violation::toString)
                .collect(Collectors.joining("; ", "the arguments are invalid: ", "; correct them and call again"));
    }

    private static CallResultJson error(String message, Refusal refused) {
        ErrorAnswer answer = CODES.of(refused.problem());
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("code", answer.code());
        about.put("status", answer.status());
        about.putAll(answer.details());
        answer.retryAfter().ifPresent(later -> about.put("retryAfterMs", later.toMillis()));
        return CallResultJson.error(message, Map.of(ABOUT, about));
    }
}
