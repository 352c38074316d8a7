package dev.guildhall.core.config;

import java.time.Duration;

/**
 * Limits of tokens and sessions.
 *
 * @param accessTokenLife of an access token, whole seconds (accounts-13: 900 s)
 * @param refreshTokenLife of a refresh token (accounts-15: 30 days)
 * @param sessionLife of a session, counted from its sign-in (accounts-18: 90 days)
 * @param refreshGrace how long the parent of the current refresh token may be exchanged again, for clients with many
 *     tabs (accounts-17: not at all)
 * @param sessionsListed how many of an account's sessions are listed at most
 */
public record TokenLimits(
        Duration accessTokenLife,
        Duration refreshTokenLife,
        Duration sessionLife,
        Duration refreshGrace,
        int sessionsListed) {
    /** The values of the specification. */
    public static final TokenLimits DEFAULT =
            new TokenLimits(Duration.ofMinutes(15), Duration.ofDays(30), Duration.ofDays(90), Duration.ZERO, 200);

    public TokenLimits withAccessTokenLife(Duration life) {
        return new TokenLimits(life, refreshTokenLife, sessionLife, refreshGrace, sessionsListed);
    }

    public TokenLimits withRefreshGrace(Duration grace) {
        return new TokenLimits(accessTokenLife, refreshTokenLife, sessionLife, grace, sessionsListed);
    }
}
