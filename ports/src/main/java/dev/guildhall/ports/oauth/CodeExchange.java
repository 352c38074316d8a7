package dev.guildhall.ports.oauth;

import java.util.Optional;

/**
 * What a provider is asked for directly, after the browser came back.
 *
 * @param code what it handed to the browser
 * @param redirectUri where it had sent the browser
 * @param proof of the sign-in that was begun here; absent when it was begun elsewhere
 */
public record CodeExchange(AuthorizationCode code, RedirectUri redirectUri, Optional<OAuthProof> proof) {}
