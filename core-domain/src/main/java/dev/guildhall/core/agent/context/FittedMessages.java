package dev.guildhall.core.agent.context;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ToolCall;
import java.util.List;

/**
 * The messages of one chat entry, cut to a number of tokens: first the middle of the words, since a user writes the
 * request before or after pasted text, then the results of tools.
 */
final class FittedMessages {
    private static final ChatMessage EMPTY_MESSAGE = new ChatMessage.User("");

    private FittedMessages() {}

    /**
     * The messages, or as much of each as fits.
     *
     * @param messages of one entry, its text last
     * @param most the budget of tokens for all
     */
    static List<ChatMessage> of(List<ChatMessage> messages, long most) {
        if (ContextTokens.of(messages) <= most) {
            return messages;
        }
        long each = ContextTokens.of(List.of(EMPTY_MESSAGE));
        long words = messages.size() == 1 ? most - each : most / 2;
        List<ChatMessage> cut =
                messages.stream().map(message -> cut(message, words)).toList();
        return ToolLoopWindow.of(List.of(EMPTY_MESSAGE), cut, most + each).subList(1, cut.size() + 1);
    }

    private static ChatMessage cut(ChatMessage message, long most) {
        return switch (message) {
            case ChatMessage.User(String content) -> new ChatMessage.User(ContextTokens.cutInside(content, most));
            case ChatMessage.Instruction(String content) ->
                new ChatMessage.Instruction(ContextTokens.cutInside(content, most));
            case ChatMessage.Assistant(String content, List<ToolCall> calls) ->
                new ChatMessage.Assistant(ContextTokens.cutInside(content, most), calls);
            case ChatMessage.ToolResult result -> result;
        };
    }
}
