package dev.guildhall.core.account;

import java.time.Duration;

/**
 * Bounds of sign-in with providers.
 *
 * @param stateLife how long a sign-in that was begun waits for the browser (contract 1: 10 minutes)
 * @param states how many wait at once; beyond that the oldest are forgotten
 * @param identities how many an account may have
 * @param stateRequired whether a code is taken with a state alone
 */
public record OAuthLimits(Duration stateLife, int states, int identities, boolean stateRequired) {
    /** What the contract says. */
    public static final OAuthLimits DEFAULT = new OAuthLimits(Duration.ofMinutes(10), 10_000, 20, false);

    /** The same, and whether a code is taken with a state alone. */
    public OAuthLimits withStateRequired(boolean required) {
        return new OAuthLimits(stateLife, states, identities, required);
    }
}
