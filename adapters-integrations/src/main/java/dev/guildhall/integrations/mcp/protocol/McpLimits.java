package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.Backoff;
import java.time.Duration;

/** The limits of this package that are not configurable. */
public final class McpLimits {
    /** The largest message in bytes, in either direction. */
    public static final int MESSAGE_BYTES = 24 * 1024 * 1024;

    /** The largest result of a call, in characters of its JSON. */
    static final int RESULT = 16 * 1024 * 1024;

    /** The largest block of a result, in bytes of its text, or of its picture or sound. */
    static final int BLOCK = 8 * 1024 * 1024;

    /** The most that a server may say of one tool, in bytes of JSON. */
    static final int DECLARATION_BYTES = 256 * 1024;

    /** The most questions that a server may ask during one call, and how many of them for an answer of a model. */
    static final int QUESTIONS = 100;

    static final int SAMPLINGS = 10;

    /** The longest time that a person may take to answer a server's questions during one call. */
    public static final Duration LONGEST_ANSWER = Duration.ofMinutes(15);

    /** How long a process of the older era may be silent at the first request of the newer. */
    static final Duration PROBE = Duration.ofSeconds(10);

    /** How long it is remembered which era a server speaks. */
    public static final Duration ERA_REMEMBERED = Duration.ofDays(1);

    /** How many bytes of a longer line are skipped before the server counts as failed. */
    public static final long SKIPPED_BYTES = 64L * 1024 * 1024;

    /** How many bytes at both ends of a longer line are searched for the id of its request. */
    public static final int EDGE_BYTES = 256;

    /** The largest response that is a stream of messages, in bytes. */
    public static final int STREAM_BYTES = 64 * 1024 * 1024;

    /** How often a stream that ended before the response is resumed, and the shortest wait before that. */
    public static final int RESUMPTIONS = 20;

    public static final Duration RESUMPTION_PAUSE = Duration.ofMillis(100);

    /** The longest session id, in characters. */
    public static final int SESSION_ID = 1024;

    /** The largest number of messages in one batch. */
    static final int BATCH = 1000;

    /** The largest number of calls in one session that wait for their responses. */
    public static final int PENDING = 1024;

    /** The largest number of messages, and of bytes, that wait to be read by a server. */
    public static final int OUTBOX_MESSAGES = 4096;

    public static final int OUTBOX_BYTES = 32 * 1024 * 1024;

    /** The largest number of pages, and of tools, that a server may list. */
    static final int PAGES = 100;

    static final int TOOLS = 1000;

    /** The most tools of a server that are named with the reason why they cannot be used. */
    static final int LEFT_OUT = 200;

    /** The largest result of a call, in bytes of JSON (tools-12). */
    static final int DATA_BYTES = 1024 * 1024;

    /** The largest number of parts of a result that are included. */
    static final int CONTENT_BLOCKS = 500;

    /** The longest part of a server's own message in a failure, and of a name or an address in it, in characters. */
    static final int WORDS = 2000;

    /** The largest number of starts of a server's process in a minute. */
    public static final int STARTS_PER_MINUTE = 6;

    /** How long the third start within a minute waits after the second, and each further one after the one before. */
    public static final Backoff PAUSES = Backoff.doubling(Duration.ofMillis(500), Duration.ofMinutes(1));

    /** How long to wait for the exit code of a process whose output has ended. */
    public static final Duration LAST_GRACE = Duration.ofSeconds(2);

    /** How long to wait for the last lines of an ended process. */
    public static final Duration LAST_LINES = Duration.ofMillis(200);

    /** How many bytes from the end of a server's standard error are kept. */
    public static final int LAST_WORDS_BYTES = 4096;

    /** The largest number of HTTP sessions with one server; the least recently used one is evicted. */
    public static final int SESSIONS = 256;

    /** A session that is idle for that time is ended. */
    public static final Duration SESSION_IDLE = Duration.ofMinutes(30);

    /** How long the notification of a session's end may take. */
    public static final Duration SESSION_END_TIMEOUT = Duration.ofSeconds(2);

    /** How long an answer to a server's question may take to be sent. */
    public static final Duration SEND_TIMEOUT = Duration.ofSeconds(10);

    /** How long the stream of a server's own messages stays open, and the most bytes of it, before it is opened anew. */
    public static final Duration STREAM_TIME = Duration.ofMinutes(30);

    /**
     * How long to wait after the stream of a server's own messages has ended. It counts anew after a stream that was longer
     * than the longest wait, and ends after {@link #RESUMPTIONS} shorter ones.
     */
    public static final Backoff STREAM_PAUSES = Backoff.doubling(RESUMPTION_PAUSE, Duration.ofMinutes(1));

    /** How long a server may work at a request that was given up: no question is another request's before. */
    static final Duration GIVEN_UP = Duration.ofMinutes(10);

    /** The largest number of questions of a server, outside of responses, that are answered at once. */
    static final int ANSWERS = 64;

    /** The largest number of resources that one stream of changes follows. */
    static final int SUBSCRIPTIONS = 100;

    private McpLimits() {}
}
