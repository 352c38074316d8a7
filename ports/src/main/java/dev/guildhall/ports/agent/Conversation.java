package dev.guildhall.ports.agent;

import java.util.List;

/**
 * A conversation with its messages.
 *
 * @param chat what is known of it
 * @param messages oldest first; the latest ones, when there are more than one answer holds
 */
public record Conversation(Chat chat, List<ChatEntry> messages) {
    public Conversation {
        messages = List.copyOf(messages);
    }
}
