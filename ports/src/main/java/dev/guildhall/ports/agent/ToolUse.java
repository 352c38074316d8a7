package dev.guildhall.ports.agent;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A call that the agent made, with its result.
 *
 * @param callId the same at start and end of the call; unique within its message
 * @param round the round of the loop in which the model made it, 1 or more; the calls of one round ran in parallel
 * @param tool the name that the model called; there may be no such tool
 * @param parameters the parameters of the call; empty when the model did not write a JSON object
 * @param outcome how it ended
 * @param media the pictures and sounds of its result that are stored with the message, in their order
 * @param requestedParameters what the model wrote, where its user changed the parameters (approvals-4); absent otherwise
 */
public record ToolUse(
        String callId,
        int round,
        String tool,
        Map<String, Object> parameters,
        ToolOutcome outcome,
        List<ToolMedia> media,
        Optional<Map<String, Object>> requestedParameters) {
    public ToolUse {
        parameters = JsonData.copy(parameters);
        requestedParameters = requestedParameters.map(JsonData::copy);
        media = List.copyOf(media);
    }

    /** A call without pictures and sounds. */
    public ToolUse(String callId, int round, String tool, Map<String, Object> parameters, ToolOutcome outcome) {
        this(callId, round, tool, parameters, outcome, List.of());
    }

    /** A call with the parameters that the model wrote. */
    public ToolUse(
            String callId,
            int round,
            String tool,
            Map<String, Object> parameters,
            ToolOutcome outcome,
            List<ToolMedia> media) {
        this(callId, round, tool, parameters, outcome, media, Optional.empty());
    }

    /** The same call with another outcome, without media. */
    public ToolUse with(ToolOutcome other) {
        return new ToolUse(callId, round, tool, parameters, other, List.of(), requestedParameters);
    }
}
