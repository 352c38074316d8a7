package dev.guildhall.ports.agent;

import dev.guildhall.ports.completion.Sampling;
import java.util.List;
import java.util.Optional;

/**
 * How the agent answers.
 *
 * @param sampling which model, and how
 * @param enableMemory whether memories are loaded and stored; without it nothing but the chat itself is
 * @param tools the names of the only tools that may be used; absent means all that the caller may use.
 *     One that the caller has disabled stays disabled
 */
public record AgentOptions(Sampling sampling, boolean enableMemory, Optional<List<String>> tools) {
    /** The default model, with memory, with all tools. */
    public static final AgentOptions DEFAULT = new AgentOptions(Sampling.DEFAULT, true, Optional.empty());

    public AgentOptions {
        tools = tools.map(List::copyOf);
    }
}
