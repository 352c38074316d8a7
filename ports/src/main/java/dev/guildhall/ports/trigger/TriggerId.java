package dev.guildhall.ports.trigger;

import dev.guildhall.ports.Id;

/**
 * Names one trigger, {@code trg_…}.
 *
 * @param value as {@link Id#value()}
 */
public record TriggerId(String value) implements Id {
    public TriggerId {
        Id.require("triggerId", value);
    }
}
