package dev.guildhall.integrations.mcp.protocol;

/**
 * The header that a user's own credential goes into.
 *
 * @param name of the header, for example {@code Authorization}
 * @param prefix what stands before the credential, for example {@code "Bearer "}; may be empty
 */
public record CredentialHeader(String name, String prefix) {
    /** Where tokens go (RFC 6750, 2.1). */
    public static final CredentialHeader BEARER = new CredentialHeader("Authorization", "Bearer ");
}
