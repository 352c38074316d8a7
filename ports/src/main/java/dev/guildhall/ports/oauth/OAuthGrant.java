package dev.guildhall.ports.oauth;

import java.util.Optional;

/**
 * What the browser came back with from a provider.
 *
 * @param provider which one
 * @param code to be exchanged
 * @param redirectUri where the provider had sent the browser; the very one that it was asked to
 * @param state absent when the client asked the provider on its own, without this server: then no PKCE verifier is sent,
 *     and an id token must carry no nonce. Linking an identity requires it
 */
public record OAuthGrant(
        ProviderName provider, AuthorizationCode code, RedirectUri redirectUri, Optional<OAuthState> state) {}
