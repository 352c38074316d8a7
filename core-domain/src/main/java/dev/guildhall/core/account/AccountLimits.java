package dev.guildhall.core.account;

import dev.guildhall.ports.RateLimit;
import java.time.Duration;

/**
 * Bounds of accounts and sessions.
 *
 * @param accessTokenLife how long an access token is good, whole seconds (contract 1: 900 s)
 * @param refreshTokenLife how long a refresh token is good (contract 1: 30 days)
 * @param sessionLife how long after its sign-in a session ends whatever happens (contract 1: 90 days)
 * @param hashesAtOnce how many passwords are hashed at the same time: one for each two processors, so that a flood of
 *     sign-ins leaves the other half to everybody else
 * @param hashesWaiting how many more may wait for their turn; those behind are refused
 * @param sessionsListed how many of an account's sessions are listed at most
 * @param signIns attempts to sign in to one account (contract 0: 10 a minute)
 * @param refreshGrace how long the parent of the current refresh token gets that one again, for clients with many tabs
 *     (contract 1: not at all)
 * @param signingKeys of the keys that access tokens are signed with
 */
public record AccountLimits(
        Duration accessTokenLife,
        Duration refreshTokenLife,
        Duration sessionLife,
        int hashesAtOnce,
        int hashesWaiting,
        int sessionsListed,
        RateLimit signIns,
        Duration refreshGrace,
        SigningKeyLimits signingKeys) {
    /** What the contract says. */
    public static final AccountLimits DEFAULT = new AccountLimits(
            Duration.ofMinutes(15),
            Duration.ofDays(30),
            Duration.ofDays(90),
            Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
            64,
            200,
            new RateLimit(10),
            Duration.ZERO,
            SigningKeyLimits.DEFAULT);

    /** The same with another limit of attempts to sign in to one account. */
    public AccountLimits withSignIns(RateLimit limit) {
        return new AccountLimits(
                accessTokenLife,
                refreshTokenLife,
                sessionLife,
                hashesAtOnce,
                hashesWaiting,
                sessionsListed,
                limit,
                refreshGrace,
                signingKeys);
    }

    /** The same with another grace for the parent of the current refresh token. */
    public AccountLimits withRefreshGrace(Duration grace) {
        return new AccountLimits(
                accessTokenLife,
                refreshTokenLife,
                sessionLife,
                hashesAtOnce,
                hashesWaiting,
                sessionsListed,
                signIns,
                grace,
                signingKeys);
    }

    /** The same with other bounds of signing keys. */
    public AccountLimits withSigningKeys(SigningKeyLimits keys) {
        return new AccountLimits(
                accessTokenLife,
                refreshTokenLife,
                sessionLife,
                hashesAtOnce,
                hashesWaiting,
                sessionsListed,
                signIns,
                refreshGrace,
                keys);
    }
}
