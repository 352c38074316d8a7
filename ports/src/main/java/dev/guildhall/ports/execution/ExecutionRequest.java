package dev.guildhall.ports.execution;

import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.tool.ToolId;
import java.util.Map;
import java.util.Optional;

/**
 * A wish to execute a tool.
 *
 * @param toolId which one
 * @param parameters by name
 * @param context what it is part of
 * @param idempotencyKey makes it happen once, however often it is asked for; absent means every time
 * @param outwardKey the idempotency key that the tool gets, for a call that may be made again; absent means one of the
 *     execution's own
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

    /** An execution whose outward key is its own. */
    public ExecutionRequest(
            ToolId toolId,
            Map<String, Object> parameters,
            ExecutionContext context,
            Optional<IdempotencyKey> idempotencyKey) {
        this(toolId, parameters, context, idempotencyKey, Optional.empty());
    }
}
