package dev.guildhall.ports.memory;

import dev.guildhall.ports.Id;

/**
 * Names one memory, {@code mem_…}.
 *
 * @param value as {@link Id#value()}
 */
public record MemoryId(String value) implements Id {
    public MemoryId {
        Id.require("memoryId", value);
    }
}
