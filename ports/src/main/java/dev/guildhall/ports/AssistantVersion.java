package dev.guildhall.ports;

/**
 * One version of an assistant.
 *
 * @param id the assistant
 * @param version 1 for the first version, one more after each change
 */
public record AssistantVersion(AssistantId id, int version) {}
