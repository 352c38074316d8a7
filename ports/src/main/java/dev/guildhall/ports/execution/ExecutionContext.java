package dev.guildhall.ports.execution;

import dev.guildhall.ports.Text;
import java.util.Optional;

/**
 * The agent and the task that an execution belongs to, as the client named them.
 *
 * @param agentId the agent, at most {@value #MAX} characters; absent outside of agents
 * @param taskId the task, at most {@value #MAX} characters; absent outside of tasks
 */
public record ExecutionContext(Optional<String> agentId, Optional<String> taskId) {
    /** The most characters of either. */
    public static final int MAX = 128;

    public ExecutionContext {
        agentId = agentId.map(value -> Text.requireLine("context.agentId", value, 1, MAX));
        taskId = taskId.map(value -> Text.requireLine("context.taskId", value, 1, MAX));
    }

    /** Outside of agents and tasks. */
    public static ExecutionContext none() {
        return new ExecutionContext(Optional.empty(), Optional.empty());
    }
}
