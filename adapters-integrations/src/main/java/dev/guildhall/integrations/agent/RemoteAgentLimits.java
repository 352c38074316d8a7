package dev.guildhall.integrations.agent;

final class RemoteAgentLimits {
    /** The largest response, in bytes, that is not streamed; a long conversation has several MiB. */
    static final int ANSWER_BYTES = 32 * 1024 * 1024;

    /** The largest total size of a stream's events, in bytes. */
    static final long STREAM_BYTES = 32L * 1024 * 1024;

    /** The longest line of a stream, in bytes; the service limits a tool's result to 16 KiB there. */
    static final int LINE_BYTES = 16 * 1024 * 1024;

    /** The largest error body, in bytes. */
    static final int ERROR_BYTES = 64 * 1024;

    /** The longest error message that is passed on, in characters. */
    static final int MESSAGE_CHARACTERS = 1000;

    /** The longest {@code Retry-After} that is passed on, in seconds. */
    static final int RETRY_SECONDS = 3600;

    /** The number of idle connections that are kept open for later requests; streams have connections of their own. */
    static final int IDLE_CONNECTIONS = 16;

    private RemoteAgentLimits() {}
}
