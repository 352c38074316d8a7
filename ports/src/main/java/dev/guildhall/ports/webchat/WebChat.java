package dev.guildhall.ports.webchat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import java.time.Instant;
import java.util.Optional;

/**
 * A chat in the list of a web user.
 *
 * @param id the agent's conversation
 * @param userId its owner
 * @param title derived from the first question, or set by the user
 * @param mode which agent answered last
 * @param model the model that the last question named; absent when it named none
 * @param createdAt when it began
 * @param updatedAt when the last question or reply was stored
 */
public record WebChat(
        ChatId id,
        UserId userId,
        ChatTitle title,
        AgentMode mode,
        Optional<String> model,
        Instant createdAt,
        Instant updatedAt) {}
