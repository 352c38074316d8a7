package dev.guildhall.integrations.agent;

import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.Usage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An event of the agent service's stream (spec/2, agent service stream). */
sealed interface StreamedEvent {
    /** Something that the port has an event for. */
    record Happened(AgentEvent event) implements StreamedEvent {}

    /** What all rounds together took. */
    record Counted(Usage usage) implements StreamedEvent {}

    /** The answer is whole. */
    record Done(List<String> toolsUsed, boolean memoryUpdated) implements StreamedEvent {}

    /** The answer has failed. */
    record Failed(String message) implements StreamedEvent {}

    /** One that this version does not know. */
    record Unknown() implements StreamedEvent {}

    /** Reads the events of one stream: the result of a call does not repeat its parameters. For one thread. */
    final class Reader {
        private final Map<String, Map<String, Object>> parameters = new HashMap<>();

        /**
         * Reads an event.
         *
         * @throws AnswerFields.Malformed when it is not what it must be
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
