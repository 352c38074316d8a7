package dev.guildhall.http.mcp;

import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.http.tool.ToolErrors;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionContext;
import dev.guildhall.ports.execution.ExecutionRequest;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.execution.ToolExecutions;
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
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Executes tools for models: a failure that a model can react to becomes a result. */
final class McpToolCalls {
    private static final String ABOUT = "dev.guildhall/execution";

    private static final String ERROR = "dev.guildhall/error";
    private static final String CONNECTING =
            ". Tell the user: GET /api/v1/integrations lists the integrations, and POST"
                    + " /api/v1/integrations/%s/connect begins to connect this one";

    private static final ErrorForm CODES = new ToolErrors();

    private final ToolExecutions executions;

    private final RequestStates states;

    McpToolCalls(ToolExecutions executions, RequestStates states) {
        this.executions = executions;
        this.states = states;
    }

    /**
     * The result of a call: what an imported server answered, as it was sent, else made of the outcome.
     *
     * @throws RpcRefusal when the tool does not exist any more, or its server refuses the request
     * @throws Refusal when the failure is not a fault of the call
     */
    Map<String, Object> call(
            Peer peer, Tool tool, Map<String, Object> arguments, RpcMessage.Request request, ClientChannel channel) {
        ExecutionRequest wanted = new ExecutionRequest(tool.id(), arguments, ExecutionContext.none(), Optional.empty());
        ClientExchange exchange =
                new ClientExchange(peer, "tools/call\n" + tool.id(), request.params(), channel, states);
        try {
            Execution execution =
                    executions.execute(peer.user(), wanted, exchange).execution();
            Optional<ServerReply> reply = exchange.reply();
            return reply.isPresent() ? exchange.result(reply.get()) : resultOf(execution);
        } catch (Refusal refused) {
            return resultOf(tool, refused);
        }
    }

    private static Map<String, Object> resultOf(Execution execution) {
        return switch (execution.state()) {
            case ExecutionState.Ended(ToolOutcome.Success(Object data), Duration duration) ->
                CallResults.success(data, Map.of(ABOUT, about(execution, duration)));
            case ExecutionState.Ended(ToolOutcome.Failure failure, Duration duration) -> {
                Map<String, Object> about = about(execution, duration);
                about.put("kind", failure.kind().wireName());
                about.put("retryable", failure.kind().isRetryable());
                failure.retryAfter().ifPresent(later -> about.put("retryAfterMs", later.toMillis()));
                yield CallResults.error(text(failure), Map.of(ABOUT, about));
            }
            case ExecutionState.Running running ->
                throw new IllegalStateException("answered before its end: " + execution.id());
        };
    }

    private static Map<String, Object> about(Execution execution, Duration duration) {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("executionId", execution.id().value());
        about.put("durationMs", duration.toMillis());
        return about;
    }

    private static String text(ToolOutcome.Failure failure) {
        String advice = failure.kind().isRetryable() ? "the same call may succeed later" : "";
        String when = failure.retryAfter()
                .map(later -> ", in " + Math.max(1, later.plusMillis(999).toSeconds()) + " s at the earliest")
                .orElse("");
        return advice.isEmpty() ? failure.message() : failure.message() + "; " + advice + when;
    }

    private static Map<String, Object> resultOf(Tool tool, Refusal refused) {
        return switch (refused.problem()) {
            case ToolProblem problem -> of(problem, tool, refused);
            case CommonProblem problem -> of(problem, refused);
            case AccountProblem _, GroupProblem _, CompletionProblem _, AgentProblem _, FileProblem _ -> throw refused;
            case TaskProblem _, RunProblem _ -> throw refused;
        };
    }

    private static Map<String, Object> of(ToolProblem problem, Tool tool, Refusal refused) {
        return switch (problem) {
            case ToolProblem.ToolNotFound ignored ->
                throw RpcRefusal.unknownTool(tool.definition().name().value());
            case ToolProblem.IntegrationNotConnected unconnected ->
                error(unconnected.message() + CONNECTING.formatted(unconnected.integration()), refused);
            case ToolProblem.InsufficientScopes missing ->
                error(missing.message() + CONNECTING.formatted(missing.integration()), refused);
            case ToolProblem.IntegrationNotConfigured _,
                    ToolProblem.IntegrationUnavailable _,
                    ToolProblem.ConsentRefused _,
                    ToolProblem.ConsentStateNotValid _,
                    ToolProblem.UnknownTools _,
                    ToolProblem.VersionTaken _,
                    ToolProblem.TooManyTools _,
                    ToolProblem.TooManyIntegrations _,
                    ToolProblem.ToolsTooLarge _,
                    ToolProblem.ToolMemoryFull _ -> error(problem.message(), refused);
        };
    }

    private static Map<String, Object> of(CommonProblem problem, Refusal refused) {
        return switch (problem) {
            case CommonProblem.Invalid invalid -> error(ofArguments(invalid), refused);
            case CommonProblem.Forbidden _,
                    CommonProblem.SecondFactorMissing _,
                    CommonProblem.NotFound _,
                    CommonProblem.Conflict _,
                    CommonProblem.IdempotencyMismatch _,
                    CommonProblem.RateLimited _,
                    CommonProblem.BudgetExceeded _ -> error(problem.message(), refused);
            case CommonProblem.Unauthenticated _,
                    CommonProblem.TokenExpired _,
                    CommonProblem.Unavailable _,
                    CommonProblem.Cancelled _ -> throw refused;
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

    private static Map<String, Object> error(String message, Refusal refused) {
        ErrorResponse answer = CODES.of(refused.problem());
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("code", answer.code());
        about.put("status", answer.status());
        about.putAll(answer.details());
        answer.retryAfter().ifPresent(later -> about.put("retryAfterMs", later.toMillis()));
        return CallResults.error(message, Map.of(ERROR, about));
    }
}
