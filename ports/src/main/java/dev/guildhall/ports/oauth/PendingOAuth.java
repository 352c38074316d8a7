package dev.guildhall.ports.oauth;

import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * A sign-in that was begun and waits for the browser to come back.
 *
 * @param hash of the state that it will be known by
 * @param provider where the browser was sent
 * @param redirectUri where the provider sends it back to
 * @param proof for the exchange; its verifier is encrypted by whoever stores it
 * @param owner the user who began it with an access token; absent when it was begun without one
 * @param expiresAt when it stops being good
 */
public record PendingOAuth(
        OAuthStateHash hash,
        ProviderName provider,
        RedirectUri redirectUri,
        OAuthProof proof,
        Optional<UserId> owner,
        Instant expiresAt) {}
