package dev.guildhall.ports.completion;

/**
 * A model that can be asked.
 *
 * @param id what a request names
 * @param name for people; the id where the provider has no other
 */
public record ModelInfo(String id, String name) {}
