package dev.guildhall.ports;

/**
 * Identifies an account, {@code usr_…}, or a user without an account here, {@code usr_ext_…}: the bearer of another
 * issuer's tokens.
 *
 * @param value as {@link Id#value()}
 */
public record UserId(String value) implements Id {
    /** The prefix of the identifiers of users without an account here; no identifier of an account has it. */
    public static final String EXTERNAL = "usr_ext_";

    public UserId {
        Id.require("userId", value);
    }

    /** Whether it identifies a user without an account here. */
    public boolean isExternal() {
        return value.startsWith(EXTERNAL);
    }
}
