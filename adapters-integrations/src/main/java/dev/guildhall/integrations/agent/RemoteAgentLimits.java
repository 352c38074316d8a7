package dev.guildhall.integrations.agent;

import java.time.Duration;

/** Every bound of this package. */
final class RemoteAgentLimits {
    /** The most bytes of an answer in one piece; a long conversation has several MiB. */
    static final long ANSWER_BYTES = 32L * 1024 * 1024;

    /** The most bytes of all events of one stream. */
    static final long STREAM_BYTES = 32L * 1024 * 1024;

    /** The most bytes of one line of a stream; what a tool answers has 16 KiB there. */
    static final long LINE_BYTES = 1024L * 1024;

    /** The most bytes of an error body. */
    static final long ERROR_BYTES = 64L * 1024;

    /** The most characters of an error message that are passed on. */
    static final int MESSAGE_CHARACTERS = 1000;

    /** The most seconds of {@code Retry-After} that are passed on. */
    static final int RETRY_SECONDS = 3600;

    /** Connections that are kept open for the next request; streams have connections of their own. */
    static final int IDLE_CONNECTIONS = 16;

    /** How long they are kept open. */
    static final Duration KEEP_ALIVE = Duration.ofMinutes(1);

    private RemoteAgentLimits() {}
}
