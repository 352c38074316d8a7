package dev.guildhall.ports.agent;

import java.util.List;

/**
 * A conversation with its messages.
 *
 * @param chat the conversation
 * @param messages oldest first; only the latest ones when there are more than one response can hold
 */
public record Conversation(Chat chat, List<ChatEntry> messages) {
    public Conversation {
        messages = List.copyOf(messages);
    }
}
