package dev.guildhall.ports.usage;

import dev.guildhall.ports.Id;

/**
 * Names one entry of usage, {@code use_…}.
 *
 * @param value as {@link Id#value()}
 */
public record UsageEntryId(String value) implements Id {
    public UsageEntryId {
        Id.require("usageEntryId", value);
    }
}
