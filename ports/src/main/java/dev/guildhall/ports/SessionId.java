package dev.guildhall.ports;

/**
 * Names one sign-in of an account, {@code ses_…}.
 *
 * @param value as {@link Id#value()}
 */
public record SessionId(String value) implements Id {
    public SessionId {
        Id.require("sessionId", value);
    }
}
