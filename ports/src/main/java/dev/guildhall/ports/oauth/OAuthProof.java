package dev.guildhall.ports.oauth;

/**
 * What only the server that began a sign-in knows of it.
 *
 * @param verifier of PKCE: 43 to 128 of {@code A-Z a-z 0-9 - . _ ~}; the provider saw its SHA-256 (S256)
 * @param nonce what an OpenID Connect provider repeats in its id token
 */
public record OAuthProof(String verifier, String nonce) {
    @Override
    public String toString() {
        return "OAuthProof[…]";
    }
}
