package dev.guildhall.ports;

/**
 * Names one API key, {@code key_…}. It is no secret.
 *
 * @param value as {@link Id#value()}
 */
public record ApiKeyId(String value) implements Id {
    public ApiKeyId {
        Id.require("keyId", value);
    }
}
