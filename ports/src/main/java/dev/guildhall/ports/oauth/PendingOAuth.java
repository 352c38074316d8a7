package dev.guildhall.ports.oauth;

import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * A sign-in that has begun and waits for the browser to come back.
 *
 * @param hash of its state, which identifies it
 * @param provider the provider that the browser was sent to
 * @param redirectUri where the provider sends the browser back to
 * @param proof for the exchange; a store encrypts its verifier
 * @param owner the user who began it with an access token; absent when it was begun without one
 * @param expiresAt when it expires
 */
public record PendingOAuth(
        OAuthStateHash hash,
        ProviderName provider,
        RedirectUri redirectUri,
        OAuthProof proof,
        Optional<UserId> owner,
        Instant expiresAt) {}
