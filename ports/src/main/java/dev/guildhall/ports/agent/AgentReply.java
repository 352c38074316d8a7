package dev.guildhall.ports.agent;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.usage.Usage;
import java.util.List;

/**
 * The whole answer of the agent.
 *
 * @param message the stored message of the agent
 * @param chatId the conversation
 * @param toolsUsed names of the tools that ran, successful or not, in the order of first use, without repeats
 * @param memoryUpdated whether the agent stored a memory
 */
public record AgentReply(ChatEntry message, ChatId chatId, List<String> toolsUsed, boolean memoryUpdated) {
    public AgentReply {
        toolsUsed = List.copyOf(toolsUsed);
    }

    /** The sum over all rounds. */
    public Usage usage() {
        return message.details().usage();
    }
}
