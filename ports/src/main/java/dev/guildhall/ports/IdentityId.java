package dev.guildhall.ports;

/**
 * Names one identity at a provider that is linked to an account, {@code idn_…}.
 *
 * @param value as {@link Id#value()}
 */
public record IdentityId(String value) implements Id {
    public IdentityId {
        Id.require("identityId", value);
    }
}
