package dev.guildhall.http.mcp;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionContext;
import dev.guildhall.ports.execution.ExecutionRequest;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.execution.ToolExecutions;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Executes tools for models: a failure that a model can react to becomes a result. Thread-safe. */
final class McpToolCalls {
    private static final String ABOUT = "dev.guildhall/execution";

    private final ToolExecutions executions;

    McpToolCalls(ToolExecutions executions) {
        this.executions = executions;
    }

    /**
     * The result of a call.
     *
     * @throws RpcRefusal when the tool does not exist any more
     * @throws Refusal when the failure is not a fault of the call
     */
    CallResultJson call(Caller.User user, Tool tool, Map<String, Object> arguments) {
        ExecutionRequest request =
                new ExecutionRequest(tool.id(), arguments, ExecutionContext.none(), Optional.empty());
        try {
            return resultOf(executions.execute(user, request).execution());
        } catch (Refusal refused) {
            return CallRefusals.resultOf(tool, refused);
        }
    }

    private static CallResultJson resultOf(Execution execution) {
        return switch (execution.state()) {
            case ExecutionState.Ended(ToolOutcome.Success(Object data), Duration duration) ->
                CallResultJson.success(data, Map.of(ABOUT, about(execution, duration)));
            case ExecutionState.Ended(ToolOutcome.Failure failure, Duration duration) -> {
                Map<String, Object> about = about(execution, duration);
                about.put("kind", failure.kind().wireName());
                about.put("retryable", failure.kind().isRetryable());
                failure.retryAfter().ifPresent(later -> about.put("retryAfterMs", later.toMillis()));
                yield CallResultJson.error(text(failure), Map.of(ABOUT, about));
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
}
