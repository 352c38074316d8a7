package dev.guildhall.llm.http;

import java.time.Duration;

/** Every bound of a call that is not configured. */
public final class Limits {
    /** The longest line of a stream; one line carries one piece, or the arguments of one call. */
    public static final long LINE_BYTES = 1024 * 1024;

    /** How much of a stream is read at once, at first. */
    public static final int READ_BYTES = 8 * 1024;

    /** The most buffers of parsers that are kept for the next one. */
    public static final int PARSER_BUFFERS = 64;

    /** All answers together take no more than one of so many parts of the heap while they are received. */
    public static final int PART_OF_HEAP = 4;

    /** In which steps an answer takes memory, in bytes; the first one is free. */
    public static final long MEMORY_STEP = 16 * 1024;

    /** How much of the heap a byte of an answer in one piece takes while it is read: its characters, joined, copied. */
    public static final int HEAP_PER_BYTE = 4;

    /** How much of the heap a character of a stream takes that is kept. */
    public static final int HEAP_PER_CHARACTER = 2;

    /** The most bytes of a list of models. */
    public static final long MODELS_BYTES = 4L * 1024 * 1024;

    /** The most models that are listed. */
    public static final int MODELS = 1000;

    /** The most bytes of an answer with an error that are read. */
    public static final int ERROR_BYTES = 64 * 1024;

    /** The most characters of a provider's message that are handed on. */
    public static final int ERROR_CHARACTERS = 300;

    /** The most calls of tools in one answer. */
    public static final int TOOL_CALLS = 128;

    /** The longest wait that a provider's word is believed for. */
    public static final Duration LONGEST_LIMIT = Duration.ofDays(1);

    /** Connections that are kept open for the next call. */
    public static final int IDLE_CONNECTIONS = 128;

    /** How long a connection is kept that nobody needs. */
    public static final Duration KEPT = Duration.ofMinutes(1);

    /** How long the rest of an answer may take that has begun to come when its connection is needed again. */
    public static final Duration DRAINING = Duration.ofMillis(100);

    /** Pieces that come closer together than this are a torrent: nobody reads so fast. */
    static final Duration BURST_INTERVAL = Duration.ofMillis(4);

    /** How long a piece of a torrent waits for those behind it. */
    static final Duration GATHERING = Duration.ofNanos(500_000);

    /** The most bytes of the head of an answer. */
    public static final int HEAD_BYTES = 32 * 1024;

    /** The most headers of an answer. */
    public static final int HEADERS = 200;

    /** The most heads that only say that an answer will come. */
    public static final int INTERIM_HEADS = 8;

    /** The most bytes before each chunk of an answer, and behind the last. */
    public static final int CHUNK_LINE_BYTES = 8 * 1024;

    /** The most characters of a text that is embedded; about as many as the usual models take. */
    public static final int EMBEDDED_CHARACTERS = 8_000;

    /** The most coordinates of an embedding. */
    public static final int DIMENSIONS = 8_192;

    /** A count of tokens beyond this is not believed. */
    public static final long MOST_TOKENS = 1_000_000_000;

    private Limits() {}
}
