package dev.guildhall.ports.webchat;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.agent.ChatEntry;
import java.util.List;
import java.util.Optional;

/**
 * A chat with its messages.
 *
 * @param chat its entry in the list
 * @param messages oldest first; only the latest ones when there are more than one response can hold. A running reply
 *     is not among them: its events have its text
 * @param messageCount the number of all messages, without a running reply
 * @param running the number of the event before the first one of the running reply, which {@code WebChats.follow}
 *     takes; absent when none is running
 * @param assistant which answers in the chat; absent means that none does
 */
public record OpenChat(
        WebChat chat,
        List<ChatEntry> messages,
        int messageCount,
        Optional<Integer> running,
        Optional<AssistantId> assistant) {
    public OpenChat {
        messages = List.copyOf(messages);
    }
}
