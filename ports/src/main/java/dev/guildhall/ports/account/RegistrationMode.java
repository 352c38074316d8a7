package dev.guildhall.ports.account;

import java.util.Locale;

/**
 * Which persons may register an account, also by a first sign-in with a provider (accounts-9). The holder of the setup
 * token always may.
 */
public enum RegistrationMode {
    /** Every person may register. */
    OPEN,
    /** A person with an invitation may register (accounts-37). */
    INVITED,
    /** No person may register. */
    CLOSED;

    /** The name in settings and responses. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The mode of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static RegistrationMode fromWire(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
