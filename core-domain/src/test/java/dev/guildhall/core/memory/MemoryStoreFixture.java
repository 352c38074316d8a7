package dev.guildhall.core.memory;

import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryStore;
import java.time.InstantSource;
import java.util.Optional;

/** Memories without a service. */
final class MemoryStoreFixture {
    private MemoryStoreFixture() {}

    /** Searches a store without embeddings. */
    static MemorySearch byWords(MemoryStore store) {
        return new MemorySearch(
                InstantSource.system(), store, new MemoryEmbeddings(Optional.empty()), MemoryLimits.DEFAULT);
    }

    /** Stores a memory without an embedding. */
    static void keep(MemoryStore store, Memory memory) {
        store.add(memory, Fingerprint.of(memory.content()), Optional.empty(), Optional.empty());
    }
}
