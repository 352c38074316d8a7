package dev.guildhall.integrations.httptool;

/** The position of a user's credential in a request. */
public sealed interface CredentialPlace {
    /** The request has no credential. */
    record Nowhere() implements CredentialPlace {}

    /**
     * A header.
     *
     * @param name of the header
     * @param prefix the text before the credential, for example {@code "Bearer "}; may be empty
     */
    record Header(String name, String prefix) implements CredentialPlace {}

    /**
     * The query.
     *
     * @param name of the parameter
     */
    record Query(String name) implements CredentialPlace {}

    /** {@code Authorization: Bearer …} (RFC 6750, 2.1). */
    static CredentialPlace bearer() {
        return new Header("Authorization", "Bearer ");
    }
}
