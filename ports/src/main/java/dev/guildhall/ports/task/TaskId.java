package dev.guildhall.ports.task;

import dev.guildhall.ports.Id;

/**
 * Names one task, {@code task_…}.
 *
 * @param value as {@link Id#value()}
 */
public record TaskId(String value) implements Id {
    public TaskId {
        Id.require("taskId", value);
    }
}
