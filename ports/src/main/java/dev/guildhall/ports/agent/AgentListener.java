package dev.guildhall.ports.agent;

import java.util.function.Consumer;

/** Takes what happens while the agent answers, in order, on the answering thread. */
@FunctionalInterface
public interface AgentListener extends Consumer<AgentEvent> {
    /**
     * Whether the user has stopped the answer: one that ends early is kept as {@link Ending#STOPPED} then. May be called on
     * any thread.
     */
    default boolean isStopped() {
        return false;
    }
}
