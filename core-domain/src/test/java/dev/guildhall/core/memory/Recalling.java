package dev.guildhall.core.memory;

import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryStore;
import java.util.Optional;

/** Memories without a desk. */
final class Recalling {
    private Recalling() {}

    /** Finds what a store holds without knowing meanings. */
    static MemorySearch byWords(MemoryStore store) {
        return new MemorySearch(store, new MemoryEmbeddings(Optional.empty()), MemoryLimits.DEFAULT);
    }

    /** Stores a memory without meaning. */
    static void keep(MemoryStore store, Memory memory) {
        store.add(memory, Fingerprint.of(memory.content()), Optional.empty());
    }
}
