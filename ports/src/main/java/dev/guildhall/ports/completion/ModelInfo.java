package dev.guildhall.ports.completion;

import java.util.Set;

/**
 * A model of a provider.
 *
 * @param id what a request names
 * @param name a display name; the id when the provider has no name
 * @param capabilities what the provider's list says that it can do; a provider may say nothing
 */
public record ModelInfo(String id, String name, Set<ModelCapability> capabilities) {
    public ModelInfo {
        capabilities = Set.copyOf(capabilities);
    }

    /** A model of a provider that says nothing about what it can do. */
    public ModelInfo(String id, String name) {
        this(id, name, Set.of());
    }
}
