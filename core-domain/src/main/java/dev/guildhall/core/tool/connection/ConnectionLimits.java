package dev.guildhall.core.tool.connection;

import java.time.Duration;

/**
 * Bounds of connections to integrations.
 *
 * @param consentLife how long a connection that was begun waits for the browser (contract 2: 10 minutes)
 * @param consents how many of one user wait at once; beyond that the oldest are forgotten
 * @param scopes how many a request may name
 * @param refreshAhead how long before its end an access token is replaced
 * @param refreshLease how long a refresh belongs to the node that took it on; longer than it takes with all of its writes
 * @param refreshWait how long another node's refresh is waited for
 * @param refreshPoll how often it is looked whether that has come to its end
 * @param writeAttempts how often it is tried to keep what a provider gave for a token that it has used up
 * @param writePause how long between two of these
 */
public record ConnectionLimits(
        Duration consentLife,
        int consents,
        int scopes,
        Duration refreshAhead,
        Duration refreshLease,
        Duration refreshWait,
        Duration refreshPoll,
        int writeAttempts,
        Duration writePause) {
    /** What the contract says; a call of a provider takes 10 s at most, a write of a store that is away 5 s. */
    public static final ConnectionLimits DEFAULT = new ConnectionLimits(
            Duration.ofMinutes(10),
            20,
            100,
            Duration.ofSeconds(60),
            Duration.ofSeconds(40),
            Duration.ofSeconds(15),
            Duration.ofMillis(100),
            4,
            Duration.ofSeconds(1));
}
