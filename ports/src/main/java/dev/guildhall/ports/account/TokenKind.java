package dev.guildhall.ports.account;

import java.util.Locale;

/** What a stored token is good for. */
public enum TokenKind {
    /** To verify an address. */
    VERIFICATION,
    /** To set another password. */
    PASSWORD_RESET,
    /** To sign in with a second factor after the password. */
    SECOND_FACTOR,
    /** To add a passkey to the account. */
    PASSKEY_CREATION,
    /** To sign in with a passkey alone; it is for no account. */
    PASSKEY_SIGN_IN;

    /** The name in stores. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The kind of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static TokenKind fromWire(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
