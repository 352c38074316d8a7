package dev.guildhall.ports.agent;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.JsonData;
import java.util.Map;

/** Something that happens while the agent answers; rendered in two dialects at the edge. */
public sealed interface AgentEvent {
    /**
     * The question is kept, and the agent begins; always the first event.
     *
     * @param chatId the conversation, which is new where the request named none
     */
    record Started(ChatId chatId) implements AgentEvent {}

    /**
     * Some words of the answer.
     *
     * @param text one character or more
     */
    record Token(String text) implements AgentEvent {}

    /**
     * A tool is being called.
     *
     * @param callId pairs it with its {@link ToolFinished}
     * @param tool the name that the model called
     * @param parameters what with
     */
    record ToolStarted(String callId, String tool, Map<String, Object> parameters) implements AgentEvent {
        public ToolStarted {
            parameters = JsonData.copy(parameters);
        }
    }

    /**
     * A call has ended; they come in the order of the calls.
     *
     * @param use the call with its result
     */
    record ToolFinished(ToolUse use) implements AgentEvent {}
}
