package dev.guildhall.ports.agent;

import dev.guildhall.ports.Id;

/**
 * Identifies a picture or a sound of a tool's result in a chat, {@code med_…}.
 *
 * @param value as {@link Id#value()}
 */
public record MediaId(String value) implements Id {
    public MediaId {
        Id.require("mediaId", value);
    }
}
