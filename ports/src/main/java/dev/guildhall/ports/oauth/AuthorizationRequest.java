package dev.guildhall.ports.oauth;

/**
 * A request to a provider that the browser carries.
 *
 * @param redirectUri where the provider sends the browser back to
 * @param state the state that the provider returns
 * @param proof its verifier is sent as a challenge (S256), its nonce unchanged
 */
public record AuthorizationRequest(RedirectUri redirectUri, OAuthState state, OAuthProof proof) {}
