package dev.guildhall.integrations.provider;

import java.time.Duration;

/**
 * How long a provider may take; all more than zero. Immutable.
 *
 * @param connect until there is a connection, per address
 * @param silence between two pieces of an answer
 * @param total one call as a whole
 */
public record OAuthTimeouts(Duration connect, Duration silence, Duration total) {
    /** 5 s, 8 s, 10 s: a person waits in front of a browser. */
    public static final OAuthTimeouts DEFAULT =
            new OAuthTimeouts(Duration.ofSeconds(5), Duration.ofSeconds(8), Duration.ofSeconds(10));
}
