package dev.guildhall.integrations.net;

import java.time.Duration;

/** Every bound of this package that a request does not set. */
final class OutboundLimits {
    /** The most characters of an address. */
    static final int URL_CHARACTERS = 8192;

    /** The most headers of a request. */
    static final int HEADERS = 64;

    /** The most characters of one header of a request. */
    static final int HEADER_CHARACTERS = 16_384;

    /** The most bytes of a request's body. */
    static final int BODY_BYTES = 4 * 1024 * 1024;

    /** The most bytes of all headers of an answer, names and values. */
    static final long ANSWER_HEADER_BYTES = 64L * 1024;

    /** The most redirects that are followed. */
    static final int REDIRECTS = 3;

    /** The most tries after the first. */
    static final int RETRIES = 2;

    /** The wait before the first retry when the server does not name one; the next is three times that. */
    static final Duration FIRST_WAIT = Duration.ofMillis(200);

    /** How long one address may take to accept a connection, within the time of the whole. */
    static final Duration CONNECT = Duration.ofSeconds(10);

    /** Addresses of one name that are tried. */
    static final int ADDRESSES = 8;

    /** Names that are looked up at once: each takes a thread, which nothing can end early. */
    static final int LOOKUPS = 32;

    /** How long a thread for look-ups stays without any. */
    static final Duration LOOKUP_THREAD_IDLE = Duration.ofSeconds(10);

    /** Calls that run at once; more wait within their time. */
    static final int CALLS = 512;

    /** Connections that are kept open for the next call, to all hosts together. */
    static final int IDLE_CONNECTIONS = 64;

    /** How long they are kept open. */
    static final Duration KEEP_ALIVE = Duration.ofSeconds(30);

    /** A credential shorter than this is not looked for in redirects: it would be found everywhere. */
    static final int SECRET_CHARACTERS = 4;

    private OutboundLimits() {}
}
