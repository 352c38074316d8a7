package dev.guildhall.ports.workflow;

import dev.guildhall.ports.Id;

/**
 * Identifies one kept definition of workflows, {@code wfd_…}.
 *
 * @param value as {@link Id#value()}
 */
public record WorkflowDefinitionId(String value) implements Id {
    public WorkflowDefinitionId {
        Id.require("definitionId", value);
    }
}
