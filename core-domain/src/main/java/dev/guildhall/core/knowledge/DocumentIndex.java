package dev.guildhall.core.knowledge;

import dev.guildhall.ports.knowledge.DocumentId;

/** What a search knows of one document. Immutable. */
record DocumentIndex(DocumentId id, String name, WordIndex words, EmbeddingIndex embeddings) {
    /** The heap of the objects beside the arrays. */
    private static final int OBJECTS = 400;

    /** About how many bytes of the heap it needs. */
    long bytes() {
        return OBJECTS + words.bytes() + embeddings.bytes();
    }
}
