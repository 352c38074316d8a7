package dev.guildhall.llm.http;

import java.time.Duration;

/**
 * How long each phase of a call may take; all more than zero. Immutable.
 *
 * @param connect until a connection is open, for each address of the provider
 * @param firstToken from sending the request to the first token of a streamed answer
 * @param answer from sending the request to the first byte of a whole answer, and between two reads of it
 * @param idle between two tokens of a streamed answer, and for each write
 * @param total the whole call
 */
public record ProviderTimeouts(Duration connect, Duration firstToken, Duration answer, Duration idle, Duration total) {
    /** 10 s, 20 s, 2 min, 30 s, 10 min. */
    public static final ProviderTimeouts DEFAULT = new ProviderTimeouts(
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofMinutes(2),
            Duration.ofSeconds(30),
            Duration.ofMinutes(10));

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

    /** The timeouts of a list of models: the timeout of a first token is its total. */
    public CallTimeouts listing() {
        return whole().withTotal(firstToken);
    }

    private static void requirePositive(Duration timeout) {
        if (timeout.toMillis() < 1) {
            throw new IllegalArgumentException("a timeout must be 1 ms or more");
        }
    }
}
