package dev.guildhall.core.account;

import java.time.Duration;

/**
 * Bounds of sign-in with providers.
 *
 * @param stateLife how long a sign-in that was begun waits for the browser (contract 1: 10 minutes)
 * @param states how many wait at once; beyond that the oldest are forgotten
 * @param identities how many an account may have
 */
public record OAuthLimits(Duration stateLife, int states, int identities) {
    /** What the contract says. */
    public static final OAuthLimits DEFAULT = new OAuthLimits(Duration.ofMinutes(10), 10_000, 20);
}
