package dev.guildhall.wire.http;

import java.time.Duration;

/** The bounds of calls that are not configured. */
public final class Limits {
    /** The first size of the buffer of a stream or a connection. */
    public static final int READ_BYTES = 8 * 1024;

    /** The most parser buffers that are kept for reuse. */
    public static final int PARSER_BUFFERS = 64;

    /** All answers together take at most the heap divided by this while they are received. */
    public static final int PART_OF_HEAP = 4;

    /** An answer reserves memory in steps of so many bytes; the first step is free. */
    public static final long MEMORY_STEP = 16 * 1024;

    /** The bytes of heap per byte of a whole answer while it is read: its characters, joined, copied. */
    public static final int HEAP_PER_BYTE = 4;

    /** The bytes of heap per character of a stream that is kept. */
    public static final int HEAP_PER_CHARACTER = 2;

    /** The most bytes of a list of models. */
    public static final long MODELS_BYTES = 4L * 1024 * 1024;

    /** The most bytes of an answer with embeddings that is passed on. */
    public static final long EMBEDDINGS_BYTES = 128L * 1024 * 1024;

    /** The most bytes of an answer that passes unchanged: a sound, or pictures. */
    public static final long PASSED_BYTES = 256L * 1024 * 1024;

    /** The most models that are listed. */
    public static final int MODELS = 1000;

    /** The most bytes of an error response that are read. */
    public static final int ERROR_BYTES = 64 * 1024;

    /** The most characters of a provider's error message that a problem quotes. */
    public static final int ERROR_CHARACTERS = 300;

    /** The most tool calls in one answer. */
    public static final int TOOL_CALLS = 128;

    /** The longest {@code Retry-After} that is believed. */
    public static final Duration LONGEST_LIMIT = Duration.ofDays(1);

    /** The most connections to one provider. */
    public static final int CONNECTIONS = 100_000;

    /** How long a call waits for a connection while all are in use. */
    public static final Duration CONNECTION_LEASE = Duration.ofSeconds(10);

    /** How long an idle connection stays open. */
    public static final Duration KEPT = Duration.ofMinutes(1);

    /** The most bytes of a response that are skipped to use its connection again. */
    public static final int SKIPPED_BYTES = 1024;

    /** How long the transport waits for the end of a response that its reader no longer needs. */
    public static final Duration DRAINING = Duration.ofMillis(100);

    /** Chunks at shorter intervals than this are a burst: no person reads so fast. */
    static final Duration BURST_INTERVAL = Duration.ofMillis(4);

    /** How long a chunk of a burst waits for the next ones. */
    static final Duration GATHERING = Duration.ofNanos(500_000);

    /** The most bytes of one header of a response. */
    public static final int HEADER_BYTES = 16 * 1024;

    /** The most bytes of a response that are received without a byte for its reader: a head, the line before a chunk. */
    static final int UNREAD_BYTES = 512 * 1024;

    /** The most headers of a response. */
    public static final int HEADERS = 200;

    /** The most characters of a text that is embedded; about as many as usual models accept. */
    public static final int EMBEDDED_CHARACTERS = 8_000;

    /** The most coordinates of an embedding. */
    public static final int DIMENSIONS = 8_192;

    /** A greater count of tokens is not believed. */
    public static final long MOST_TOKENS = 1_000_000_000;

    private Limits() {}
}
