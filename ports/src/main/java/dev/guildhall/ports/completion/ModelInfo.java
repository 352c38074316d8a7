package dev.guildhall.ports.completion;

/**
 * A model of a provider.
 *
 * @param id what a request names
 * @param name a display name; the id when the provider has no name
 */
public record ModelInfo(String id, String name) {}
