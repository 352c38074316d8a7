package dev.guildhall.integrations.httptool;

import java.time.Duration;

final class HttpToolLimits {
    /** The longest address with its query, in characters. */
    static final int ADDRESS = 8192;

    /** The longest value of a header, in characters. */
    static final int HEADER = 8192;

    /** The largest request body and response body, in bytes. */
    static final int BODY_BYTES = 1024 * 1024;

    /** The largest number of digits of a number that is read, or written without scientific notation. */
    static final int DIGITS = 400;

    /** The longest part of an upstream's own message in a failure, in characters. */
    static final int WORDS = 500;

    /** A shorter credential is not redacted: ordinary text would contain it too. */
    static final int SHORTEST_SECRET = 6;

    /** The longest wait that is passed on to the caller. */
    static final Duration WAIT = Duration.ofDays(1);

    private HttpToolLimits() {}
}
