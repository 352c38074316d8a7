package dev.guildhall.core.memory.ranking;

import dev.guildhall.core.search.Analyzer;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.search.Embedding;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Searches the memories of one user by words, by meaning, and by their position in conversations. Thread-safe; searches
 * run in parallel, and a write waits for running searches.
 */
public final class MemoryIndex {
    private final Analyzer analyzer = Analyzer.dialogue();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final MemoryDocuments memoryDocuments = new MemoryDocuments();

    /** Adds memories, or replaces those with the same id. */
    public void put(List<Document> documents) {
        List<MemoryDocuments.Entry> entries = documents.stream()
                .map(document -> MemoryDocuments.Entry.of(document, analyzer))
                .toList();
        holding(lock.writeLock(), () -> {
            entries.forEach(memoryDocuments::put);
            return memoryDocuments.size();
        });
    }

    public void retain(Set<MemoryId> ids) {
        holding(lock.writeLock(), () -> {
            memoryDocuments.retain(ids);
            return memoryDocuments.size();
        });
    }

    /** Removes a memory; nothing happens when it is not in the index. */
    public void remove(MemoryId id) {
        holding(lock.writeLock(), () -> {
            memoryDocuments.remove(id);
            return memoryDocuments.size();
        });
    }

    public int size() {
        return holding(lock.readLock(), memoryDocuments::size);
    }

    /** The query for an embedder, rephrased from the view of the speaker that it names. */
    public String toEmbed(String query) {
        return holding(lock.readLock(), () -> memoryDocuments.spoken(query).text());
    }

    /** As {@link #weighed}, only the hits. */
    public List<MemoryHit> search(MemoryQuery query, Optional<Embedding> meaning) {
        return weighed(query, meaning).stream().map(ScoredHit::hit).toList();
    }

    /**
     * The memories that match best, the best first; of equal scores the newest first. Only words count without the meaning of
     * {@link #toEmbed}.
     */
    public List<ScoredHit> weighed(MemoryQuery query, Optional<Embedding> meaning) {
        return holding(lock.readLock(), () -> new MemoryRanking(memoryDocuments, analyzer, query, meaning).hits());
    }

    /** The turn after a memory in its conversation, and then the turn before it, as far as they exist. */
    public List<Memory> beside(MemoryId id) {
        return holding(lock.readLock(), () -> memoryDocuments.beside(id));
    }

    private static <T> T holding(Lock lock, Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** A memory in the index. Until its embedding is computed it is found by its words. */
    public record Document(Memory memory, Optional<Embedding> meaning) {}
}
