package dev.guildhall.ports;

/**
 * Names one profile of an account, {@code prf_…}.
 *
 * @param value as {@link Id#value()}
 */
public record ProfileId(String value) implements Id {
    public ProfileId {
        Id.require("profileId", value);
    }
}
