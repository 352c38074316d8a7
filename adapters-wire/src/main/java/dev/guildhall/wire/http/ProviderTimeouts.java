package dev.guildhall.wire.http;

import java.time.Duration;

/**
 * How long each phase of a call may take; all more than zero. Immutable.
 *
 * @param connect until a connection is open, for each address of the provider
 * @param firstToken before the first token of a streamed answer: from sending the request to the first byte, and between
 *     two reads (each byte counts: comments, pings, reasoning)
 * @param answer from sending the request to the first byte of a whole answer, and between two reads of it
 * @param idle between two reads of a streamed answer after its first token, and for each write
 * @param total the whole call
 */
public record ProviderTimeouts(Duration connect, Duration firstToken, Duration answer, Duration idle, Duration total) {
    /** 10 s, 5 min, 10 min, 2 min, 10 min: reasoning models say nothing for minutes. */
    public static final ProviderTimeouts DEFAULT = new ProviderTimeouts(
            Duration.ofSeconds(10),
            Duration.ofMinutes(5),
            Duration.ofMinutes(10),
            Duration.ofMinutes(2),
            Duration.ofMinutes(10));

    private static final Duration LISTING = Duration.ofSeconds(20);

    public ProviderTimeouts {
        requirePositive(connect);
        requirePositive(firstToken);
        requirePositive(answer);
        requirePositive(idle);
        requirePositive(total);
    }

    /** A whole answer may take as long as the whole call. */
    public ProviderTimeouts(Duration connect, Duration firstToken, Duration idle, Duration total) {
        this(connect, firstToken, total, idle, total);
    }

    /** The timeouts of a streamed answer, which waits for the first token. */
    public CallTimeouts streamed() {
        return new CallTimeouts(connect, "first token", firstToken, idle, total);
    }

    /** The timeouts of a whole answer, which waits for the first byte. */
    public CallTimeouts whole() {
        return new CallTimeouts(connect, "first byte", answer, idle, total);
    }

    /** The timeouts of a list of models, which takes no computing: at most 20 s in total. */
    public CallTimeouts listing() {
        return whole().withTotal(total.compareTo(LISTING) < 0 ? total : LISTING);
    }

    private static void requirePositive(Duration timeout) {
        if (timeout.toMillis() < 1) {
            throw new IllegalArgumentException("a timeout must be 1 ms or more");
        }
    }
}
