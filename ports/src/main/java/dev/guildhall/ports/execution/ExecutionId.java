package dev.guildhall.ports.execution;

import dev.guildhall.ports.Id;

/**
 * Names one execution of a tool, {@code exec_…}.
 *
 * @param value as {@link Id#value()}
 */
public record ExecutionId(String value) implements Id {
    public ExecutionId {
        Id.require("executionId", value);
    }
}
