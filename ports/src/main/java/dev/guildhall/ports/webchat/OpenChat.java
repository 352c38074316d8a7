package dev.guildhall.ports.webchat;

import dev.guildhall.ports.agent.ChatEntry;
import java.util.List;
import java.util.Optional;

/**
 * A chat with its messages.
 *
 * @param chat what the list shows of it
 * @param messages oldest first; the latest ones, when there are more than one answer holds. What the answer that is being
 *     given has said until now is not among them: its events have it
 * @param messageCount how many messages there are in all, that one apart
 * @param running the number of the event before the first one of the answer that is being given, which
 *     {@code WebChats.follow} takes; absent when none is
 */
public record OpenChat(WebChat chat, List<ChatEntry> messages, int messageCount, Optional<Integer> running) {
    public OpenChat {
        messages = List.copyOf(messages);
    }
}
