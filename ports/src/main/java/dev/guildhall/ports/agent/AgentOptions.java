package dev.guildhall.ports.agent;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.knowledge.CollectionId;
import java.util.List;
import java.util.Optional;

/**
 * Options of an answer.
 *
 * @param sampling which model answers, and with which settings
 * @param memory whether the agent loads and stores memories; false stores only the chat; absent means as the assistant says,
 *     and without one that it does
 * @param tools the names of the only tools that the agent may use; absent means all that the caller may use. A tool
 *     that the caller has disabled stays disabled
 * @param assistant the assistant that answers from now on: that of the conversation, none, or the one named
 * @param collections the collections that the agent may search beside those of the assistant
 * @param asksApproval whether calls wait for approval where the caller's policy says {@code ask}; false allows them
 */
public record AgentOptions(
        Sampling sampling,
        Optional<Boolean> memory,
        Optional<List<String>> tools,
        Change<AssistantId> assistant,
        List<CollectionId> collections,
        boolean asksApproval) {
    /** The default model, with memory, with all tools. */
    public static final AgentOptions DEFAULT = new AgentOptions(
            Sampling.DEFAULT, Optional.empty(), Optional.empty(), new Change.Kept<>(), List.of(), false);

    public AgentOptions {
        tools = tools.map(List::copyOf);
        collections = List.copyOf(collections);
    }

    /** Options that name no assistant, without collections, and without approvals. */
    public AgentOptions(Sampling sampling, boolean enableMemory, Optional<List<String>> tools) {
        this(sampling, Optional.of(enableMemory), tools, new Change.Kept<>(), List.of(), false);
    }

    /** Whether the agent loads and stores memories; also when nothing is said about it. */
    public boolean enableMemory() {
        return memory.orElse(true);
    }

    /** The same options with that choice of the assistant. */
    public AgentOptions with(Change<AssistantId> answering) {
        return new AgentOptions(sampling, memory, tools, answering, collections, asksApproval);
    }

    /** The same options without memory. */
    public AgentOptions withoutMemory() {
        return new AgentOptions(sampling, Optional.of(false), tools, assistant, collections, asksApproval);
    }
}
