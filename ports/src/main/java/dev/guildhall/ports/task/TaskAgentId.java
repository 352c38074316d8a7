package dev.guildhall.ports.task;

import dev.guildhall.ports.Id;
import java.util.Optional;

/**
 * Names the agent of one attempt at a task, {@code agt_…}: it can be made from the task and the attempt, and read back.
 *
 * @param value as {@link Id#value()}
 */
public record TaskAgentId(String value) implements Id {
    private static final String PREFIX = "agt_";
    private static final String TASK_PREFIX = "task_";

    public TaskAgentId {
        Id.require("agentId", value);
    }

    /** The agent of an attempt. */
    public static TaskAgentId of(TaskId task, int fence) {
        String tail =
                task.value().startsWith(TASK_PREFIX) ? task.value().substring(TASK_PREFIX.length()) : task.value();
        return new TaskAgentId(PREFIX + tail + "." + Integer.toString(fence, Character.MAX_RADIX));
    }

    /** The task of the agent; absent when this is no identifier of an agent. */
    public Optional<TaskId> task() {
        int dot = value.lastIndexOf('.');
        return value.startsWith(PREFIX) && dot > PREFIX.length()
                ? Optional.of(new TaskId(TASK_PREFIX + value.substring(PREFIX.length(), dot)))
                : Optional.empty();
    }
}
