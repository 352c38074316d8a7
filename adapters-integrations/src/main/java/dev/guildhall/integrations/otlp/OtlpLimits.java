package dev.guildhall.integrations.otlp;

import java.time.Duration;

/** Every bound of sending spans. */
final class OtlpLimits {
    /** How many answers and calls of models wait to be sent; what comes beyond is dropped, and counted. */
    static final int WAITING = 2_048;

    /** How many of them go in one request. */
    static final int BATCH = 256;

    /** How long the first one of a request waits for others. */
    static final Duration GATHERING = Duration.ofMillis(200);

    static final Duration CONNECT = Duration.ofSeconds(3);

    /** How long one request may take, with the tries that follow a passing failure. */
    static final Duration REQUEST = Duration.ofSeconds(10);

    /** How long a stop waits for what is still to be sent. */
    static final Duration LAST_WORDS = Duration.ofSeconds(3);

    /** How long it waits then for what has been broken off. */
    static final Duration CLOSING = Duration.ofSeconds(1);

    /** The most characters of an identifier that a model or a provider made up; a longer one is left out. */
    static final int IDENTIFIER = 200;

    private OtlpLimits() {}
}
