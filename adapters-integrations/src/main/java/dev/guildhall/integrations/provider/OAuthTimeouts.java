package dev.guildhall.integrations.provider;

import java.time.Duration;

/**
 * The time limits of a provider, all more than zero: for a connection to one address, between two chunks of a response,
 * and for one whole call. Immutable.
 */
public record OAuthTimeouts(Duration connect, Duration silence, Duration total) {
    /** 5 s, 8 s, 10 s: a user waits at the browser. */
    public static final OAuthTimeouts DEFAULT =
            new OAuthTimeouts(Duration.ofSeconds(5), Duration.ofSeconds(8), Duration.ofSeconds(10));
}
