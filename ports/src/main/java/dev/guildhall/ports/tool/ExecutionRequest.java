package dev.guildhall.ports.tool;

import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.JsonData;
import java.util.Map;
import java.util.Optional;

/**
 * A wish to execute a tool.
 *
 * @param toolId which one
 * @param parameters by name
 * @param context what it is part of
 * @param idempotencyKey makes it happen once, however often it is asked for; absent means every time
 */
public record ExecutionRequest(
        ToolId toolId,
        Map<String, Object> parameters,
        ExecutionContext context,
        Optional<IdempotencyKey> idempotencyKey) {
    public ExecutionRequest {
        parameters = JsonData.copy(parameters);
    }
}
