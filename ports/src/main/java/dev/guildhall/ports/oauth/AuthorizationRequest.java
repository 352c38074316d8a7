package dev.guildhall.ports.oauth;

/**
 * What a provider is asked for through the browser.
 *
 * @param redirectUri where it sends the browser back to
 * @param state what it sends along
 * @param proof its verifier goes as a challenge (S256), its nonce as it is
 */
public record AuthorizationRequest(RedirectUri redirectUri, OAuthState state, OAuthProof proof) {}
