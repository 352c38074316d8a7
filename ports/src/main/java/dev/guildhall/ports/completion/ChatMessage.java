package dev.guildhall.ports.completion;

import java.util.List;

/** One message of the conversation that a model is asked to continue. */
public sealed interface ChatMessage {
    /** The text of the message; may be empty for an assistant that only calls tools. */
    String content();

    /**
     * Instructions.
     *
     * @param content the instructions
     */
    record Instruction(String content) implements ChatMessage {}

    /**
     * A message of the user.
     *
     * @param content the text
     */
    record User(String content) implements ChatMessage {}

    /**
     * An earlier answer of the model.
     *
     * @param content the text
     * @param toolCalls the tools that the model called, in the model's order
     */
    record Assistant(String content, List<ToolCall> toolCalls) implements ChatMessage {
        public Assistant {
            toolCalls = List.copyOf(toolCalls);
        }

        /** An answer without tool calls. */
        public Assistant(String content) {
            this(content, List.of());
        }
    }

    /**
     * The result of a call, for the model.
     *
     * @param callId the {@link ToolCall#id()} that it answers
     * @param tool the called tool's name
     * @param content the result as JSON text
     */
    record ToolResult(String callId, String tool, String content) implements ChatMessage {}
}
