package dev.guildhall.ports.response;

import dev.guildhall.ports.Id;

/**
 * Identifies one stored answer, {@code resp_…}.
 *
 * @param value as {@link Id#value()}
 */
public record ResponseId(String value) implements Id {
    public ResponseId {
        Id.require("responseId", value);
    }
}
