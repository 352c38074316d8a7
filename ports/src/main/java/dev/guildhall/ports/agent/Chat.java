package dev.guildhall.ports.agent;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import java.time.Instant;

/**
 * One conversation between a user and the agent.
 *
 * @param id never changes
 * @param userId its owner
 * @param mode the agent that it was begun with
 * @param createdAt when it was begun
 * @param lastActivity when the last message was stored
 * @param messageCount how many messages are stored
 */
public record Chat(
        ChatId id, UserId userId, AgentMode mode, Instant createdAt, Instant lastActivity, int messageCount) {}
