package dev.guildhall.ports.oauth;

import java.util.Optional;

/**
 * The answer of a provider, which the browser brings back.
 *
 * @param provider the provider
 * @param code to be exchanged
 * @param redirectUri where the provider sent the browser; the same as in the authorization request
 * @param state absent when the client sent the authorization request without this server: then the server sends no PKCE
 *     verifier, and an id token must have no nonce. Linking an identity requires it
 */
public record OAuthGrant(
        ProviderName provider, AuthorizationCode code, RedirectUri redirectUri, Optional<OAuthState> state) {}
