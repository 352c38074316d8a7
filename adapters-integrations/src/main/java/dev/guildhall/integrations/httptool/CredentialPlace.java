package dev.guildhall.integrations.httptool;

/** The position of a user's credential in a request. */
public sealed interface CredentialPlace {
    record Nowhere() implements CredentialPlace {}

    /** A header, with a prefix such as {@code "Bearer "} before the credential; the prefix may be empty. */
    record Header(String name, String prefix) implements CredentialPlace {}

    record Query(String name) implements CredentialPlace {}

    /** {@code Authorization: Bearer …} (RFC 6750, 2.1). */
    static CredentialPlace bearer() {
        return new Header("Authorization", "Bearer ");
    }
}
