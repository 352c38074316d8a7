package dev.guildhall.ports.execution;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import java.time.Instant;
import java.util.Map;

/**
 * One execution of a tool. The result is stored only for a request with an idempotency key, for a day.
 *
 * @param id never changes
 * @param toolId the tool
 * @param toolName its name
 * @param userId the user who executed it
 * @param context the agent and the task that it belongs to
 * @param parameters the parameters, redacted: names stay; values that look secret or are long are removed
 * @param parametersDigest SHA-256 over the original parameters, lower-case hexadecimal
 * @param startedAt when it began
 * @param state its state
 */
public record Execution(
        ExecutionId id,
        ToolId toolId,
        ToolName toolName,
        UserId userId,
        ExecutionContext context,
        Map<String, Object> parameters,
        String parametersDigest,
        Instant startedAt,
        ExecutionState state) {
    public Execution {
        parameters = JsonData.copy(parameters);
    }

    /** The same execution in a later state. */
    public Execution with(ExecutionState later) {
        return new Execution(id, toolId, toolName, userId, context, parameters, parametersDigest, startedAt, later);
    }
}
