package dev.guildhall.ports.assistant;

/**
 * An assistant in a list from which a program chooses.
 *
 * @param id the assistant
 * @param name of its newest version
 * @param description of its newest version; may be empty
 */
public record AssistantSummary(AssistantId id, String name, String description) {}
