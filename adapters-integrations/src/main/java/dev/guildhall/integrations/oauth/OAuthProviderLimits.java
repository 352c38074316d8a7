package dev.guildhall.integrations.oauth;

import java.time.Duration;

/** Every bound of this package that is not configured. */
final class OAuthProviderLimits {
    /** How long a discovery document and a set of keys are used before they are fetched again. */
    static final Duration CACHE_LIFE = Duration.ofHours(1);

    /** A set of keys younger than this is not fetched again for a key that is not in it. */
    static final Duration KEYS_AT_LEAST = Duration.ofSeconds(30);

    /** How far the provider's clock may be off. */
    static final Duration CLOCK_SKEW = Duration.ofMinutes(1);

    private OAuthProviderLimits() {}
}
