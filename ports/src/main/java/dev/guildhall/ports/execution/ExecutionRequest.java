package dev.guildhall.ports.execution;

import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.tool.ToolId;
import java.util.Map;
import java.util.Optional;

/**
 * A request to execute a tool.
 *
 * @param toolId the tool
 * @param parameters by name
 * @param context the agent and the task that it belongs to
 * @param idempotencyKey makes the server execute it once, however often the client sends it; absent means that every
 *     request executes it
 * @param outwardKey the idempotency key that the tool receives, for a call that may be repeated; absent means a new key
 */
public record ExecutionRequest(
        ToolId toolId,
        Map<String, Object> parameters,
        ExecutionContext context,
        Optional<IdempotencyKey> idempotencyKey,
        Optional<IdempotencyKey> outwardKey) {
    public ExecutionRequest {
        parameters = JsonData.copy(parameters);
    }

    /** A request without an outward key. */
    public ExecutionRequest(
            ToolId toolId,
            Map<String, Object> parameters,
            ExecutionContext context,
            Optional<IdempotencyKey> idempotencyKey) {
        this(toolId, parameters, context, idempotencyKey, Optional.empty());
    }
}
