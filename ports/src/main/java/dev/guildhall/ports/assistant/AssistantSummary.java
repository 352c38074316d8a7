package dev.guildhall.ports.assistant;

import dev.guildhall.ports.AssistantId;
import java.time.Instant;

/**
 * An assistant in a list from which a program chooses.
 *
 * @param id the assistant
 * @param name of its newest version
 * @param description of its newest version; may be empty
 * @param createdAt when its first version was made
 */
public record AssistantSummary(AssistantId id, String name, String description, Instant createdAt) {}
