package dev.guildhall.core.config;

import java.time.Duration;

/**
 * Limits of the keys that sign access tokens.
 *
 * @param life how long a key signs before the next one replaces it; zero means until an admin rotates the keys
 * @param lead how long the next key is published at least before it becomes active because of age: longer than
 *     verifiers cache the key set
 * @param margin how long after the expiry of its last token a retired key is kept: longer than nodes take to detect
 *     that it retired, and than their clocks differ
 */
public record SigningKeyLimits(Duration life, Duration lead, Duration margin) {
    public static final SigningKeyLimits DEFAULT =
            new SigningKeyLimits(Duration.ofDays(90), Duration.ofHours(1), Duration.ofDays(1));

    public SigningKeyLimits withLife(Duration other) {
        return new SigningKeyLimits(other, lead, margin);
    }
}
