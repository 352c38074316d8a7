package dev.guildhall.ports.oauth;

import java.util.Optional;

/**
 * A request to a provider for tokens, after the browser came back.
 *
 * @param code the code that the provider gave to the browser
 * @param redirectUri where the provider sent the browser
 * @param proof of the sign-in that this server began; absent when another system began it
 */
public record CodeExchange(AuthorizationCode code, RedirectUri redirectUri, Optional<OAuthProof> proof) {}
