package dev.guildhall.integrations.httptool;

/** Where a user's credential goes in a request. */
public sealed interface CredentialPlace {
    /** Nowhere: none is asked for. */
    record Nowhere() implements CredentialPlace {}

    /**
     * A header.
     *
     * @param name of the header
     * @param prefix what stands before the credential, for example {@code "Bearer "}; may be empty
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
