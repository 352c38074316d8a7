package dev.guildhall.integrations.mcp.protocol;

/**
 * The header for a user's own credential.
 *
 * @param name of the header, for example {@code Authorization}
 * @param prefix the text before the credential, for example {@code "Bearer "}; may be empty
 */
public record CredentialHeader(String name, String prefix) {
    /** The usual header for tokens (RFC 6750, 2.1). */
    public static final CredentialHeader BEARER = new CredentialHeader("Authorization", "Bearer ");
}
