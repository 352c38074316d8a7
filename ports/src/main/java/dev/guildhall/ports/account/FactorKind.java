package dev.guildhall.ports.account;

import java.util.Locale;

/** A kind of second factors. */
public enum FactorKind {
    /** A secret from which an authenticator application computes a code for each 30 seconds (RFC 6238). */
    TOTP,
    /** A key pair whose private half stays with an authenticator: a phone, a computer or a security key (WebAuthn). */
    PASSKEY;

    /** The name in responses and stores. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The kind of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static FactorKind fromWire(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
