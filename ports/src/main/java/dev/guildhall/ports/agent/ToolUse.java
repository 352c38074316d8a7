package dev.guildhall.ports.agent;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.Map;

/**
 * A call that the agent made, with its one result.
 *
 * @param callId pairs start and end of the call; unique within its message
 * @param round in which round of the loop it was made, 1 or more; the calls of one round ran in parallel
 * @param tool the name that the model called, which may be one that does not exist
 * @param parameters what it was called with; empty when the model wrote no JSON object
 * @param outcome how it ended
 */
public record ToolUse(String callId, int round, String tool, Map<String, Object> parameters, ToolOutcome outcome) {
    public ToolUse {
        parameters = JsonData.copy(parameters);
    }
}
