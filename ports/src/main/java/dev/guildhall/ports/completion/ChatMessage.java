package dev.guildhall.ports.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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
     * @param parts texts, pictures, sounds and files in their order
     */
    record User(List<ContentPart> parts) implements ChatMessage {
        public User {
            parts = List.copyOf(parts);
        }

        /** A message of text alone. */
        public User(String content) {
            this(List.of(new ContentPart.Text(content)));
        }

        /** The texts, joined without a separator. */
        @Override
        public String content() {
            return parts.stream()
                    .map(part -> part instanceof ContentPart.Text(String text) ? text : "")
                    .collect(Collectors.joining());
        }

        /** This message and another one with a blank line between them. */
        public User and(User next) {
            if (media().isEmpty() && next.media().isEmpty()) {
                return new User(content() + "\n\n" + next.content());
            }
            List<ContentPart> both = new ArrayList<>(parts);
            both.add(new ContentPart.Text("\n\n"));
            both.addAll(next.parts);
            return new User(both);
        }

        /** The parts that are not text. */
        public List<ContentPart.Media> media() {
            return parts.stream()
                    .filter(ContentPart.Media.class::isInstance)
                    .map(ContentPart.Media.class::cast)
                    .toList();
        }
    }

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
