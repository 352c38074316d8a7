package dev.guildhall.ports.agent;

import java.util.function.Consumer;

/** Receives the events of an answer, in order, on the thread that answers. */
@FunctionalInterface
public interface AgentListener extends Consumer<AgentEvent> {
    /**
     * Whether the user has stopped the answer. An answer that ends early is then stored with {@link IncompleteReason#STOPPED}.
     * Any thread may call this.
     */
    default boolean isStopped() {
        return false;
    }

    /**
     * Whether the node gives the answer up, for another node to {@linkplain Agents#resume resume} it. An answer that ends
     * early is then stored without a memory. Any thread may call this.
     */
    default boolean isGivenUp() {
        return false;
    }
}
