package dev.guildhall.ports.completion;

/** A piece of an answer that is on its way. */
public sealed interface Chunk {
    /**
     * Some words.
     *
     * @param content one character or more
     */
    record Text(String content) implements Chunk {}

    /**
     * Some words with which the model refuses to answer.
     *
     * @param content one character or more
     */
    record Refused(String content) implements Chunk {}

    /**
     * The model begins to call a function; parallel calls may come interleaved.
     *
     * @param index which of the answer's calls, from 0
     * @param id as {@link ToolCall#id()} of the whole answer
     * @param function the name as it was offered
     */
    record CallBegun(int index, String id, String function) implements Chunk {}

    /**
     * A part of the arguments of a call that has begun.
     *
     * @param index which of the answer's calls
     * @param json a part of JSON text, one character or more
     */
    record CallArguments(int index, String json) implements Chunk {}

    /**
     * What the provider says it has counted so far; the latest one counts when the answer breaks off.
     *
     * @param usage never estimated
     */
    record Counted(Usage usage) implements Chunk {}
}
