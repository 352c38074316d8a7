package dev.guildhall.ports.task;

import dev.guildhall.ports.Id;

/**
 * Names one process that carries tasks out, {@code node_…}. A process has a new identifier after each start, and after
 * each loss of its lease.
 *
 * @param value as {@link Id#value()}
 */
public record NodeId(String value) implements Id {
    public NodeId {
        Id.require("nodeId", value);
    }
}
