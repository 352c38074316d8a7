package dev.guildhall.ports.settings;

import java.util.Locale;

/** Which accounts need a second factor. */
public enum SecondFactorPolicy {
    /** None needs one. */
    NONE,
    /** Accounts with the role {@code admin} need one. */
    ADMINS,
    /** Every account needs one. */
    EVERYONE;

    /** The name in requests and responses. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The policy of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static SecondFactorPolicy fromWire(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
