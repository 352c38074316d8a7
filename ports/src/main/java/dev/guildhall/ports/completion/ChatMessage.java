package dev.guildhall.ports.completion;

import java.util.List;

/** One message of the conversation that a model is asked to continue. */
public sealed interface ChatMessage {
    /** What was said; may be empty for an assistant that only calls tools. */
    String content();

    /**
     * Instructions.
     *
     * @param content the instructions
     */
    record Instruction(String content) implements ChatMessage {}

    /**
     * What the person says.
     *
     * @param content the words
     */
    record User(String content) implements ChatMessage {}

    /**
     * What the model said before.
     *
     * @param content the words
     * @param toolCalls the tools that it wanted to call, in its order
     */
    record Assistant(String content, List<ToolCall> toolCalls) implements ChatMessage {
        public Assistant {
            toolCalls = List.copyOf(toolCalls);
        }

        /** Words without tool calls. */
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
