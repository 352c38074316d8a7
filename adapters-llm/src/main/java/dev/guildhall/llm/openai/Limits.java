package dev.guildhall.llm.openai;

import java.time.Duration;

/** Every bound of this package that is not configured. */
final class Limits {
    /** The longest line of a stream; one line carries one piece, or the arguments of one call. */
    static final long LINE_BYTES = 1024 * 1024;

    /** The most bytes of a list of models. */
    static final long MODELS_BYTES = 4L * 1024 * 1024;

    /** The most models that are listed. */
    static final int MODELS = 1000;

    /** The most bytes of an answer with an error that are read. */
    static final long ERROR_BYTES = 64L * 1024;

    /** The most characters of a provider's message that are handed on. */
    static final int ERROR_CHARACTERS = 300;

    /** The most calls of tools in one answer. */
    static final int TOOL_CALLS = 128;

    /** How often a call is tried again before its first token. */
    static final int RETRIES = 2;

    /** A provider that wants us to wait longer than this is not asked again. */
    static final Duration LONGEST_RETRY_AFTER = Duration.ofSeconds(2);

    /** The longest wait that a provider's word is believed for. */
    static final Duration LONGEST_LIMIT = Duration.ofDays(1);

    /** The wait before the first retry; twice that before the second. */
    static final Duration FIRST_BACKOFF = Duration.ofMillis(250);

    /** Connections that are kept open for the next call. */
    static final int IDLE_CONNECTIONS = 64;

    /** The most characters of a text that is embedded; about as many as the usual models take. */
    static final int EMBEDDED_CHARACTERS = 8_000;

    /** The most coordinates of an embedding. */
    static final int DIMENSIONS = 8_192;

    private Limits() {}
}
