package dev.guildhall.ports.webchat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import java.time.Instant;

/**
 * A chat in the list of a web user.
 *
 * @param id the agent's conversation
 * @param userId whose it is
 * @param title made from the first question, or what the user named it
 * @param mode which agent answered last
 * @param createdAt when it began
 * @param updatedAt when the last question or answer was stored
 */
public record WebChat(
        ChatId id, UserId userId, ChatTitle title, AgentMode mode, Instant createdAt, Instant updatedAt) {}
