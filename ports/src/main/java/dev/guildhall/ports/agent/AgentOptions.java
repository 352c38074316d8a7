package dev.guildhall.ports.agent;

import dev.guildhall.ports.completion.Sampling;
import java.util.List;
import java.util.Optional;

/**
 * Options of an answer.
 *
 * @param sampling which model answers, and with which settings
 * @param enableMemory whether the agent loads and stores memories; false stores only the chat
 * @param tools the names of the only tools that the agent may use; absent means all that the caller may use. A tool
 *     that the caller has disabled stays disabled
 */
public record AgentOptions(Sampling sampling, boolean enableMemory, Optional<List<String>> tools) {
    /** The default model, with memory, with all tools. */
    public static final AgentOptions DEFAULT = new AgentOptions(Sampling.DEFAULT, true, Optional.empty());

    public AgentOptions {
        tools = tools.map(List::copyOf);
    }
}
