package dev.guildhall.integrations.provider;

import java.time.Duration;

/**
 * How long a provider may take; all more than zero. Immutable.
 *
 * @param connect until there is a connection, per address
 * @param silence between two pieces of an answer
 * @param total one call as a whole
 */
public record ProviderTimeouts(Duration connect, Duration silence, Duration total) {
    /** 5 s, 8 s, 10 s: a person waits in front of a browser. */
    public static final ProviderTimeouts DEFAULT =
            new ProviderTimeouts(Duration.ofSeconds(5), Duration.ofSeconds(8), Duration.ofSeconds(10));
}
