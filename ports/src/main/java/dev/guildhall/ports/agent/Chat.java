package dev.guildhall.ports.agent;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * One conversation between a user and the agent.
 *
 * @param id never changes
 * @param userId its owner
 * @param mode the agent that it was begun with
 * @param createdAt when it was begun
 * @param lastActivity when the last message was stored
 * @param messageCount how many messages are stored
 * @param assistant which answers; absent means that none does
 */
public record Chat(
        ChatId id,
        UserId userId,
        AgentMode mode,
        Instant createdAt,
        Instant lastActivity,
        int messageCount,
        Optional<AssistantId> assistant) {
    /** A chat without an assistant. */
    public Chat(ChatId id, UserId userId, AgentMode mode, Instant createdAt, Instant lastActivity, int messageCount) {
        this(id, userId, mode, createdAt, lastActivity, messageCount, Optional.empty());
    }

    /** The same chat with that assistant, or without one. */
    public Chat with(Optional<AssistantId> answering) {
        return new Chat(id, userId, mode, createdAt, lastActivity, messageCount, answering);
    }
}
