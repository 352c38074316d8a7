package dev.guildhall.core.config;

import java.time.Duration;

/**
 * Limits of connections to integrations.
 *
 * @param consentLife how long a connection waits for the browser (tools-19: 10 minutes)
 * @param consents how many of one user wait at once; beyond it the oldest are removed
 * @param scopes how many a request may name
 * @param revocationsOfAccount how long the tokens of an erased account are revoked at providers
 * @param revokedOfIntegration how many connections to a deleted integration are revoked at its provider, those that were
 *     connected last
 * @param revocationsOfIntegration how long that takes at most
 * @param refreshAhead how long before its expiry an access token is refreshed
 * @param refreshLease how long a node has the lease of a refresh; longer than the refresh takes with all its writes
 * @param refreshWait how long to wait for another node's refresh
 * @param refreshPoll how often to check whether that has ended
 * @param writeAttempts how often the store is asked to write new tokens when the old ones cannot be used again
 * @param writePause the pause between two of these attempts
 */
public record ConnectionLimits(
        Duration consentLife,
        int consents,
        int scopes,
        Duration revocationsOfAccount,
        int revokedOfIntegration,
        Duration revocationsOfIntegration,
        Duration refreshAhead,
        Duration refreshLease,
        Duration refreshWait,
        Duration refreshPoll,
        int writeAttempts,
        Duration writePause) {
    /** The specified values; a call of a provider takes 10 s at most, a write to an unreachable store 5 s. */
    public static final ConnectionLimits DEFAULT = new ConnectionLimits(
            Duration.ofMinutes(10),
            20,
            100,
            Duration.ofSeconds(30),
            1_000,
            Duration.ofMinutes(10),
            Duration.ofSeconds(60),
            Duration.ofSeconds(40),
            Duration.ofSeconds(15),
            Duration.ofMillis(100),
            4,
            Duration.ofSeconds(1));
}
