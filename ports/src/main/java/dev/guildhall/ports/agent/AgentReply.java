package dev.guildhall.ports.agent;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.completion.Usage;
import java.util.List;

/**
 * The agent's whole answer.
 *
 * @param message what was stored as its message
 * @param chatId the conversation
 * @param toolsUsed names of the tools that ran, whatever came of it, in first-use order, no repeats
 * @param memoryUpdated whether anything was stored as memory
 * @param usage of all rounds together
 */
public record AgentReply(ChatEntry message, ChatId chatId, List<String> toolsUsed, boolean memoryUpdated, Usage usage) {
    public AgentReply {
        toolsUsed = List.copyOf(toolsUsed);
    }
}
