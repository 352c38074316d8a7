package dev.guildhall.integrations.httptool;

import java.time.Duration;

/** Every bound of this package. */
final class HttpToolLimits {
    /** The most characters of an address with its query. */
    static final int ADDRESS = 8192;

    /** The most characters of one header's value. */
    static final int HEADER = 8192;

    /** The most bytes of a body that is sent, and of one that is read. */
    static final int BODY_BYTES = 1024 * 1024;

    /** How deep the JSON of an answer may be nested. */
    static final int DEPTH = 100;

    /** The most digits of a number that is written out instead of in scientific notation, and of one that is read. */
    static final int DIGITS = 400;

    /** The most characters of an upstream's own words in a failure. */
    static final int WORDS = 500;

    /** A shorter credential is not searched for in answers: it would be found everywhere. */
    static final int SHORTEST_SECRET = 6;

    /** The longest wait that is passed on. */
    static final Duration WAIT = Duration.ofDays(1);

    private HttpToolLimits() {}
}
