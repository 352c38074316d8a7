package dev.guildhall.integrations.net;

import dev.guildhall.ports.Backoff;
import java.time.Duration;

/** The limits of this package that a request does not set. */
final class OutboundLimits {
    /** The longest address, in characters. */
    static final int URL_CHARACTERS = 8192;

    /** The largest number of headers in a request. */
    static final int HEADERS = 64;

    /** The longest header of a request, in characters. */
    static final int HEADER_CHARACTERS = 16_384;

    /** The largest body of a request, in bytes. */
    static final int BODY_BYTES = 4 * 1024 * 1024;

    /** The largest total size of a response's headers, names and values, in bytes. */
    static final long ANSWER_HEADER_BYTES = 64L * 1024;

    /** The largest number of redirects that are followed. */
    static final int REDIRECTS = 3;

    /** The largest number of retries. */
    static final int RETRIES = 2;

    /** The waits before the retries when the server does not name one. */
    static final Backoff WAITS = new Backoff(Duration.ofMillis(200), 3, Duration.ofMillis(600));

    /** How long one address may take to accept a connection, within the request's time limit. */
    static final Duration CONNECT = Duration.ofSeconds(10);

    /** The number of addresses of one name that are tried. */
    static final int ADDRESSES = 8;

    /** The number of concurrent look-ups: each takes a thread, and cannot be cancelled. */
    static final int LOOKUPS = 32;

    /** How long an idle thread for look-ups is kept. */
    static final Duration LOOKUP_THREAD_IDLE = Duration.ofSeconds(10);

    /** The number of concurrent calls; further ones wait within their time limit. */
    static final int CALLS = 512;

    /** The number of idle connections that are kept open for later calls, to all hosts together. */
    static final int IDLE_CONNECTIONS = 64;

    /** How long idle connections are kept open: many servers close them after five seconds. */
    static final Duration KEEP_ALIVE = Duration.ofSeconds(4);

    /** A shorter credential is not searched for in redirects: ordinary text would contain it too. */
    static final int SECRET_CHARACTERS = 4;

    private OutboundLimits() {}
}
