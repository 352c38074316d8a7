package dev.guildhall.ports.session;

import java.time.Duration;

/**
 * What a client needs to act for an account and to go on doing so.
 *
 * @param accessToken good for {@code expiresIn}
 * @param refreshToken good once, for 30 days
 * @param expiresIn the access token's life, whole seconds
 */
public record TokenSet(AccessToken accessToken, RefreshToken refreshToken, Duration expiresIn) {}
