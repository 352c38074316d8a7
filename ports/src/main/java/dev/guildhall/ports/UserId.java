package dev.guildhall.ports;

/**
 * Names one account, {@code usr_…}.
 *
 * @param value as {@link Id#value()}
 */
public record UserId(String value) implements Id {
    public UserId {
        Id.require("userId", value);
    }
}
