package dev.guildhall.ports.workflow;

import dev.guildhall.ports.Id;

/**
 * Identifies one workflow, {@code wf_…}.
 *
 * @param value as {@link Id#value()}
 */
public record WorkflowId(String value) implements Id {
    public WorkflowId {
        Id.require("workflowId", value);
    }
}
