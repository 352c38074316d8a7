package dev.guildhall.llm.wire;

import java.time.Duration;

/**
 * How long each phase of a call may take; all more than zero. Immutable.
 *
 * @param connect until there is a connection, per address
 * @param firstToken from sending the request to the first event of a streamed answer
 * @param idle between two lines of a streamed answer
 * @param total the whole call; the only bound of an answer that is not streamed, for that comes at once
 *     at the end
 */
public record ProviderTimeouts(Duration connect, Duration firstToken, Duration idle, Duration total) {
    /** 10 s, 20 s, 30 s, 10 min. */
    public static final ProviderTimeouts DEFAULT = new ProviderTimeouts(
            Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(30), Duration.ofMinutes(10));

    public ProviderTimeouts {
        requirePositive(connect);
        requirePositive(firstToken);
        requirePositive(idle);
        requirePositive(total);
    }

    private static void requirePositive(Duration timeout) {
        if (timeout.toMillis() < 1) {
            throw new IllegalArgumentException("a timeout must be 1 ms or more");
        }
    }
}
