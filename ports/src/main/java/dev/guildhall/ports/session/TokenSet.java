package dev.guildhall.ports.session;

import java.time.Duration;

/**
 * The tokens of a session.
 *
 * @param accessToken valid for {@code expiresIn}
 * @param refreshToken can be used once, within 30 days
 * @param expiresIn the lifetime of the access token, whole seconds
 */
public record TokenSet(AccessToken accessToken, RefreshToken refreshToken, Duration expiresIn) {}
