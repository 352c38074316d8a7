package dev.guildhall.ports.workflow;

import java.time.Instant;

/**
 * The newest version of a definition as lists show it.
 *
 * @param id never changes
 * @param version its number
 * @param name its name
 * @param steps how many steps it has
 * @param createdAt when the first version was stored
 * @param updatedAt when the newest version was stored
 */
public record WorkflowDefinitionSummary(
        WorkflowDefinitionId id, int version, String name, int steps, Instant createdAt, Instant updatedAt) {}
