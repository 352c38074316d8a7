package dev.guildhall.ports.execution;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import java.time.Instant;
import java.util.Map;

/**
 * One execution of a tool. Records keep no result, except for those with an idempotency key for a day.
 *
 * @param id never changes
 * @param toolId which tool
 * @param toolName its name
 * @param userId who asked for it
 * @param context what it is part of
 * @param parameters with what, redacted: names stay, values that look secret or are long do not
 * @param parametersDigest SHA-256 over the parameters as they were, lower-case hexadecimal
 * @param startedAt when it began
 * @param state how far it has come
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

    /** The same, further on. */
    public Execution with(ExecutionState later) {
        return new Execution(id, toolId, toolName, userId, context, parameters, parametersDigest, startedAt, later);
    }
}
