package dev.guildhall.ports.task;

import dev.guildhall.ports.Id;

/**
 * Names the lease of an external worker on one attempt at a task, {@code lease_…}.
 *
 * @param value as {@link Id#value()}
 */
public record LeaseId(String value) implements Id {
    public LeaseId {
        Id.require("leaseId", value);
    }
}
