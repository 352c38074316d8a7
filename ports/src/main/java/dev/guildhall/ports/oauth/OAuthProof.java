package dev.guildhall.ports.oauth;

/**
 * The secrets of a sign-in, which only the server that began it knows.
 *
 * @param verifier of PKCE: 43 to 128 of {@code A-Z a-z 0-9 - . _ ~}; the provider received its SHA-256 (S256)
 * @param nonce an OpenID Connect provider repeats it in its id token
 */
public record OAuthProof(String verifier, String nonce) {
    @Override
    public String toString() {
        return "OAuthProof[…]";
    }
}
