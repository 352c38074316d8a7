package dev.guildhall.ports.task;

import dev.guildhall.ports.Id;

/**
 * Names one process that carries tasks out, {@code node_…}: a new one for each start, and for each lease that was lost.
 *
 * @param value as {@link Id#value()}
 */
public record NodeId(String value) implements Id {
    public NodeId {
        Id.require("nodeId", value);
    }
}
