package dev.guildhall.integrations.agent;

import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.Usage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An event of the agent service's stream (spec/2, agent service stream). */
sealed interface StreamedEvent {
    /** An event that the port has too. */
    record Happened(AgentEvent event) implements StreamedEvent {}

    /** The usage of all rounds together. */
    record Counted(Usage usage) implements StreamedEvent {}

    /** The answer is complete. */
    record Done(List<String> toolsUsed, boolean memoryUpdated) implements StreamedEvent {}

    /** The answer has failed. */
    record Failed(String message) implements StreamedEvent {}

    /** An event that this version does not know. */
    record Unknown() implements StreamedEvent {}

    /**
     * Reads the events of one stream; keeps the parameters of calls, since results do not repeat them. For one thread.
     */
    final class Reader {
        private final Map<String, Map<String, Object>> parameters = new HashMap<>();

        /**
         * Reads an event.
         *
         * @throws AnswerFields.Malformed when it is malformed
         */
        StreamedEvent read(AgentEventReader.Event event) {
            return AnswerFields.read(event.data(), json -> read(event.name(), json));
        }

        private StreamedEvent read(String name, AnswerFields json) {
            return switch (name) {
                case "token" -> new Happened(new AgentEvent.Token(json.text()));
                case "tool_start" -> {
                    AgentEvent.ToolStarted started =
                            new AgentEvent.ToolStarted(json.text("callId"), json.text("tool"), json.map("parameters"));
                    parameters.put(started.callId(), started.parameters());
                    yield new Happened(started);
                }
                case "tool_result" -> {
                    ToolUse use = AgentAnswerJson.toolUse(json, parameters.getOrDefault(json.text("callId"), Map.of()));
                    yield new Happened(new AgentEvent.ToolFinished(use));
                }
                case "usage" -> new Counted(AgentAnswerJson.usage(json));
                case "done" -> new Done(json.list("toolsUsed", AnswerFields::text), json.flag("memoryUpdated"));
                case "error" -> new Failed(json.text("error"));
                default -> new Unknown();
            };
        }
    }
}
