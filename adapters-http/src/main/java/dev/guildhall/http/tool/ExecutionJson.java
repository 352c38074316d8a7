package dev.guildhall.http.tool;

import dev.guildhall.http.json.Json;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON records of executions. */
final class ExecutionJson {
    private ExecutionJson() {}

    /** The response to a successful execution. */
    record CompletedJson(String executionId, String status, Object result, long durationMs) {}

    /** The agent and the task that an execution is part of. */
    record ContextJson(@Nullable String agentId, @Nullable String taskId) {}

    /** The error of a failed execution. */
    record FailureJson(String kind, String message, boolean retryable) {}

    /** The record of an execution; {@code error} is present when it failed. */
    record RecordJson(
            String executionId,
            String toolId,
            String toolName,
            String status,
            ContextJson context,
            Map<String, Object> parameters,
            String parametersDigest,
            String startedAt,
            @Nullable Long durationMs,
            @Nullable FailureJson error) {
        static RecordJson of(Execution execution) {
            return new RecordJson(
                    execution.id().value(),
                    execution.toolId().value(),
                    execution.toolName().value(),
                    execution.state().wireName(),
                    new ContextJson(
                            execution.context().agentId().orElse(null),
                            execution.context().taskId().orElse(null)),
                    execution.parameters(),
                    execution.parametersDigest(),
                    Json.timestamp(execution.startedAt()),
                    duration(execution.state()),
                    failure(execution.state()));
        }
    }

    private static @Nullable Long duration(ExecutionState state) {
        return state instanceof ExecutionState.Ended ended ? ended.duration().toMillis() : null;
    }

    private static @Nullable FailureJson failure(ExecutionState state) {
        return state instanceof ExecutionState.Ended ended && ended.outcome() instanceof ToolOutcome.Failure failure
                ? new FailureJson(
                        failure.kind().wireName(),
                        failure.message(),
                        failure.kind().isRetryable())
                : null;
    }

    /** A page of records; {@code nextCursor} is null on the last page. */
    record PageJson(List<RecordJson> executions, @Nullable String nextCursor) {
        static PageJson of(Page<Execution> page) {
            return new PageJson(
                    page.items().stream().map(RecordJson::of).toList(),
                    page.next().map(Cursor::encode).orElse(null));
        }
    }

    /** The error details of a failed execution. */
    static Map<String, Object> details(Execution execution, ToolOutcome.Failure failure) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("executionId", execution.id().value());
        details.put("kind", failure.kind().wireName());
        details.put("retryable", failure.kind().isRetryable());
        failure.retryAfter().ifPresent(later -> details.put("retryAfterMs", later.toMillis()));
        return details;
    }
}
