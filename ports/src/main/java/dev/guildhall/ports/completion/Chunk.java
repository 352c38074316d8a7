package dev.guildhall.ports.completion;

/** A piece of an answer that is on its way. */
public sealed interface Chunk {
    /**
     * Some words.
     *
     * @param content one character or more
     */
    record Text(String content) implements Chunk {}
}
