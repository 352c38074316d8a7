package dev.guildhall.core.config;

import java.time.Duration;

/**
 * Limits of sign-in with providers.
 *
 * @param stateLife how long a sign-in waits for the browser (accounts-26: 10 minutes)
 * @param states how many may wait at once; beyond it the oldest are removed
 * @param identities how many an account may have
 * @param stateRequired whether a code is accepted only with a state
 */
public record OAuthLimits(Duration stateLife, int states, int identities, boolean stateRequired) {
    /** The values of the specification. */
    public static final OAuthLimits DEFAULT = new OAuthLimits(Duration.ofMinutes(10), 10_000, 20, false);

    public OAuthLimits withStateRequired(boolean required) {
        return new OAuthLimits(stateLife, states, identities, required);
    }
}
