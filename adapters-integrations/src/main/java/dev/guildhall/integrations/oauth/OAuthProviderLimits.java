package dev.guildhall.integrations.oauth;

import java.time.Duration;

/** The limits of this package that are not configurable. */
final class OAuthProviderLimits {
    /** How long a discovery document and a key set are used before they are fetched again. */
    static final Duration CACHE_LIFE = Duration.ofHours(1);

    /** A key set that is younger than this is not fetched again for an unknown key. */
    static final Duration KEYS_AT_LEAST = Duration.ofSeconds(30);

    /** The largest difference to the provider's clock. */
    static final Duration CLOCK_SKEW = Duration.ofMinutes(1);

    private OAuthProviderLimits() {}
}
