package dev.guildhall.ports.mail;

import java.util.Locale;

/** What a mail is about. Its text is written when it is sent. */
public enum MailKind {
    /** A link that proves that the account's user owns the address. */
    VERIFICATION,
    /** A link to set another password; nothing is sent to an address without an account. */
    PASSWORD_RESET,
    /** Tells that an account was signed in to from a browser that it never used; its secret is where. */
    NEW_SIGN_IN,
    /** A link to register an account; its secret is the token of the invitation. */
    INVITATION;

    /** The name in stores. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The kind of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static MailKind fromWire(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
