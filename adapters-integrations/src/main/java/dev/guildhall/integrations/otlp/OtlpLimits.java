package dev.guildhall.integrations.otlp;

import java.time.Duration;

final class OtlpLimits {
    /** How many spans may wait until the receiver has accepted them; further ones are dropped, and counted. */
    static final int WAITING = 2_048;

    /** How many of them are sent in one request. */
    static final int BATCH = 256;

    /** How often the waiting spans are sent. */
    static final Duration GATHERING = Duration.ofMillis(200);

    static final Duration CONNECT = Duration.ofSeconds(3);

    /** How long one request may take, with the retries after a temporary failure. */
    static final Duration REQUEST = Duration.ofSeconds(10);

    /** How long a stop waits until the remaining spans are sent. */
    static final Duration LAST_WORDS = Duration.ofSeconds(3);

    /** How long it then waits for cancelled requests. */
    static final Duration CLOSING = Duration.ofSeconds(1);

    /** The longest identifier from a model or a provider, in characters; a longer one is omitted. */
    static final int IDENTIFIER = 200;

    private OtlpLimits() {}
}
