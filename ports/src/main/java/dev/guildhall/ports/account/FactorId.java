package dev.guildhall.ports.account;

import dev.guildhall.ports.Id;

/**
 * Names one second factor, {@code fac_…}.
 *
 * @param value as {@link Id#value()}
 */
public record FactorId(String value) implements Id {
    public FactorId {
        Id.require("factorId", value);
    }
}
