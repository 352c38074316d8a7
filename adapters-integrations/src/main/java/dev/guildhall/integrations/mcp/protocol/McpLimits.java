package dev.guildhall.integrations.mcp.protocol;

import java.time.Duration;

/** Every bound of this package that is not configured. */
public final class McpLimits {
    /** The most bytes of one message, either way. */
    public static final int MESSAGE_BYTES = 4 * 1024 * 1024;

    /** How much of one longer line is passed over before the server is taken for broken. */
    static final long SKIPPED_BYTES = 64L * 1024 * 1024;

    /** The most bytes of one answer that comes as a stream of messages. */
    public static final int STREAM_BYTES = 16 * 1024 * 1024;

    /** How often a stream that was cut before its answer is taken up again, and how long is waited for that at least. */
    public static final int RESUMPTIONS = 20;

    public static final Duration RESUMPTION_PAUSE = Duration.ofMillis(100);

    /** The most characters of the name of a session. */
    public static final int SESSION_ID = 1024;

    /** How deep a message may nest. */
    static final int NESTING = 200;

    /** The most messages in one batch. */
    static final int BATCH = 1000;

    /** The most calls of one session that wait for their answers. */
    public static final int PENDING = 1024;

    /** The most messages, and bytes, that wait for a server to read them. */
    public static final int OUTBOX_MESSAGES = 4096;

    public static final int OUTBOX_BYTES = 16 * 1024 * 1024;

    /** The most pages, and tools, that a server may list. */
    static final int PAGES = 100;

    static final int TOOLS = 1000;

    /** The most bytes of what a call answers, written as JSON (contract 2, execute). */
    static final int DATA_BYTES = 1024 * 1024;

    /** The most parts of one answer that are shown. */
    static final int CONTENT_BLOCKS = 500;

    /** The most characters of a server's own words in a failure, and of a name or an address that it mentions. */
    static final int WORDS = 2000;

    /** The most starts of one server's process in a minute. */
    public static final int STARTS_PER_MINUTE = 6;

    /** How long the third start within a minute waits after the second; every later one waits twice as long. */
    public static final Duration FIRST_PAUSE = Duration.ofMillis(500);

    /** How long a process may take to leave when its input has ended, and then when it was told to. */
    public static final Duration GRACE = Duration.ofSeconds(1);

    /** How long the end of a killed process is waited for. */
    public static final Duration LAST_GRACE = Duration.ofSeconds(2);

    /** How long the last lines of a process that has ended may take, and its exit code when its output has ended. */
    public static final Duration LAST_LINES = Duration.ofMillis(200);

    /** How often a tree of processes is looked through for what it started while it was being killed. */
    public static final int KILL_ROUNDS = 5;

    /** The most processes of one server that are remembered. */
    public static final int PROCESSES = 1000;

    /** How many bytes of a server's last words on its standard error are kept. */
    public static final int LAST_WORDS_BYTES = 4096;

    /** The most sessions with one server over HTTP, one a credential; the one used longest ago makes room. */
    public static final int SESSIONS = 256;

    /** A session that nobody used for so long is ended. */
    public static final Duration SESSION_IDLE = Duration.ofMinutes(30);

    /** How long the end of a session may take to be told. */
    public static final Duration SESSION_END_TIMEOUT = Duration.ofSeconds(2);

    private McpLimits() {}
}
