package dev.guildhall.ports.agent;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.Map;

/**
 * A call that the agent made, with its result.
 *
 * @param callId the same at start and end of the call; unique within its message
 * @param round the round of the loop in which the model made it, 1 or more; the calls of one round ran in parallel
 * @param tool the name that the model called; there may be no such tool
 * @param parameters the parameters of the call; empty when the model did not write a JSON object
 * @param outcome how it ended
 */
public record ToolUse(String callId, int round, String tool, Map<String, Object> parameters, ToolOutcome outcome) {
    public ToolUse {
        parameters = JsonData.copy(parameters);
    }
}
