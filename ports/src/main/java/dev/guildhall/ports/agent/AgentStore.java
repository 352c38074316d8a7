package dev.guildhall.ports.agent;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Driven port: what the agent keeps beside the conversations. Everything goes with its chat or its account. Blocks.
 * Thread-safe; takes part in {@code Transactions}.
 */
public interface AgentStore {
    /** The names of the tools that a user has disabled. */
    Set<String> disabledTools(UserId userId);

    /** Enables or disables a tool for a user; nothing happens when it is so already, or when there is no such account. */
    void enable(UserId userId, String tool, boolean enabled);

    /**
     * Keeps how an answer came to be; the oldest ones of the chat go when there are more than so many. Nothing happens when
     * there is no such chat (any more).
     *
     * @param most 1 or more
     */
    void addTrace(ChatId chatId, AgentTrace trace, int most);

    /** How the answers of a chat came to be, oldest first. */
    List<AgentTrace> traces(ChatId chatId);

    /** What stands for a chat's older messages; empty when nobody has summed them up. */
    Optional<RollingSummary> summary(ChatId chatId);

    /** Keeps what stands for a chat's older messages, unless one that covers more is there. */
    void putSummary(ChatId chatId, RollingSummary summary);
}
