package dev.guildhall.ports.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One message of the conversation that a model is asked to continue. */
public sealed interface ChatMessage {
    /** Texts, pictures, sounds and files in their order; an answer has one text. */
    List<? extends ContentPart> parts();

    /** The texts, joined without a separator; may be empty for an assistant that only calls tools. */
    default String content() {
        return ContentPart.joinedText(parts());
    }

    /** The pictures, sounds and files of the message. */
    default List<ContentPart.Media> media() {
        return parts().stream()
                .filter(ContentPart.Media.class::isInstance)
                .map(ContentPart.Media.class::cast)
                .toList();
    }

    /** Whether a provider is asked to cache the request up to a part of this message. */
    default boolean hasCacheBreakpoint() {
        return parts().stream().anyMatch(part -> part.cache().isPresent());
    }

    /**
     * Instructions.
     *
     * @param parts the texts, in their order
     */
    record Instruction(List<ContentPart.Text> parts) implements ChatMessage {
        public Instruction {
            parts = List.copyOf(parts);
        }

        /** One text. */
        public Instruction(String content) {
            this(List.of(new ContentPart.Text(content)));
        }
    }

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
    }

    /**
     * An earlier answer of the model.
     *
     * @param content the text
     * @param toolCalls the tools that the model called, in the model's order
     * @param cache absent when the provider is not asked to cache the request up to here
     */
    record Assistant(String content, List<ToolCall> toolCalls, Optional<CacheBreakpoint> cache) implements ChatMessage {
        public Assistant {
            toolCalls = List.copyOf(toolCalls);
        }

        @Override
        public List<ContentPart> parts() {
            return List.of(new ContentPart.Text(content, cache));
        }

        /** An answer without a breakpoint. */
        public Assistant(String content, List<ToolCall> toolCalls) {
            this(content, toolCalls, Optional.empty());
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
     * @param parts texts, pictures, sounds and files in their order
     */
    record ToolResult(String callId, String tool, List<ContentPart> parts) implements ChatMessage {
        public ToolResult {
            parts = List.copyOf(parts);
        }

        /**
         * A result of text alone.
         *
         * @param content the result as JSON text
         */
        public ToolResult(String callId, String tool, String content) {
            this(callId, tool, List.of(new ContentPart.Text(content)));
        }
    }
}
