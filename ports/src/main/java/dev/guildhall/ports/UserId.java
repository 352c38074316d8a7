package dev.guildhall.ports;

/**
 * Names one account, {@code usr_…}, or somebody who has none here, {@code usr_ext_…}: the bearer of another issuer's tokens.
 *
 * @param value as {@link Id#value()}
 */
public record UserId(String value) implements Id {
    /** How the names of those begin who have no account here; no name of an account does. */
    public static final String EXTERNAL = "usr_ext_";

    public UserId {
        Id.require("userId", value);
    }

    /** Whether it names somebody who has no account here. */
    public boolean isExternal() {
        return value.startsWith(EXTERNAL);
    }
}
