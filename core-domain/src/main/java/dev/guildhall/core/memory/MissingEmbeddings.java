package dev.guildhall.core.memory;

import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryPage;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.search.TextEmbedding;
import java.util.List;
import java.util.Optional;

/**
 * Computes and stores the embeddings of stored memories. Asks the embedder: never call it in a transaction.
 * Thread-safe.
 */
final class MissingEmbeddings {
    private final MemoryStore store;
    private final MemoryEmbeddings meanings;

    MissingEmbeddings(MemoryStore store, MemoryEmbeddings meanings) {
        this.store = store;
        this.meanings = meanings;
    }

    /**
     * Computes the embeddings in order, until the embedder is unavailable.
     *
     * @return whether all have an embedding now
     */
    boolean learn(List<Memory> memories) {
        for (Memory memory : memories) {
            Optional<TextEmbedding> meaning = meanings.of(memory.content(), before(memory));
            if (meaning.isEmpty()) {
                return false;
            }
            store.putMeaning(memory.id(), meaning.orElseThrow());
        }
        return true;
    }

    /** The turn before it in its conversation. */
    private Optional<String> before(Memory memory) {
        if (memory.type() != MemoryType.CONVERSATION || memory.chatId().isEmpty()) {
            return Optional.empty();
        }
        MemoryFilter turns = new MemoryFilter(Optional.of(memory.type()), memory.chatId(), List.of());
        Cursor behind = new Cursor(memory.id().value());
        MemoryPage page = store.list(memory.userId(), turns, new PageRequest(new Limit(1), Optional.of(behind)));
        return page.page().items().stream().findFirst().map(Memory::content);
    }
}
