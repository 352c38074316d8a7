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
 * Finds the memories of one user by words, by meaning, and by where they stand in their conversations. Thread-safe;
 * searches run side by side, and a write waits for those that have begun.
 */
public final class MemoryIndex {
    private final Analyzer analyzer = Analyzer.dialogue();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final MemoryDocuments memoryDocuments = new MemoryDocuments();

    /** Puts memories in, each in place of what there is under its id. */
    public void put(List<MemoryDocument> documents) {
        List<MemoryDocuments.Entry> entries = documents.stream()
                .map(document -> MemoryDocuments.Entry.of(document, analyzer))
                .toList();
        holding(lock.writeLock(), () -> {
            entries.forEach(memoryDocuments::put);
            return memoryDocuments.size();
        });
    }

    /** Takes out what is not among those. */
    public void retain(Set<MemoryId> ids) {
        holding(lock.writeLock(), () -> {
            memoryDocuments.retain(ids);
            return memoryDocuments.size();
        });
    }

    /** Takes a memory out; nothing happens when it is not in. */
    public void remove(MemoryId id) {
        holding(lock.writeLock(), () -> {
            memoryDocuments.remove(id);
            return memoryDocuments.size();
        });
    }

    /** How many memories are in. */
    public int size() {
        return holding(lock.readLock(), memoryDocuments::size);
    }

    /** A query as an embedder is to be given it: as whoever it names among the speakers would put it. */
    public String toEmbed(String query) {
        return holding(lock.readLock(), () -> memoryDocuments.spoken(query).text());
    }

    /** As {@link #weighed}, without what speaks for each. */
    public List<MemoryHit> search(MemoryQuery query, Optional<Embedding> meaning) {
        return weighed(query, meaning).stream().map(ScoredHit::hit).toList();
    }

    /**
     * The memories that fit best, the best first; those that fit alike the newest first.
     *
     * @param meaning of {@link #toEmbed}; absent when nobody knows it, and words alone count then
     */
    public List<ScoredHit> weighed(MemoryQuery query, Optional<Embedding> meaning) {
        return holding(lock.readLock(), () -> new MemoryRanking(memoryDocuments, analyzer, query, meaning).hits());
    }

    /** What was said right after a memory in its conversation, and then what right before it, as far as there is any. */
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
}
