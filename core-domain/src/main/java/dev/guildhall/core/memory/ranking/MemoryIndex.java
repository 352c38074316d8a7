package dev.guildhall.core.memory.ranking;

import dev.guildhall.core.search.Analyzer;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.QuantisedEmbedding;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Searches the memories of one user by words, by meaning, and by their position in conversations. Searches
 * run in parallel, and a write waits for running searches.
 */
public final class MemoryIndex {
    private static final Analyzer ANALYZER = Analyzer.dialogue();

    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final MemoryDocuments memoryDocuments;

    public MemoryIndex() {
        this(Optional.empty());
    }

    private MemoryIndex(Optional<OneSearch> only) {
        memoryDocuments = new MemoryDocuments(only);
    }

    /** An empty index for one search with these arguments, which keeps only what the search needs of each memory. */
    public static MemoryIndex of(MemoryQuery query, Optional<Embedding> embedding) {
        return new MemoryIndex(Optional.of(new OneSearch(query, embedding, ANALYZER)));
    }

    /** Adds memories, or replaces those with the same id. */
    public void put(List<Document> documents) {
        holding(lock.writeLock(), () -> {
            documents.forEach(memoryDocuments::put);
            return memoryDocuments.size();
        });
    }

    /** Removes all other memories. */
    public void retain(List<MemoryId> ids) {
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

    /** Removes those of the memories that are in the index. */
    public void remove(List<MemoryId> ids) {
        holding(lock.writeLock(), () -> {
            ids.forEach(memoryDocuments::remove);
            return memoryDocuments.size();
        });
    }

    public int size() {
        return holding(lock.readLock(), memoryDocuments::size);
    }

    /** How many removed memories occupy a part of the heap. */
    public int unused() {
        return holding(lock.readLock(), memoryDocuments::unused);
    }

    /** The memories without an embedding, at most so many. */
    public List<MemoryId> withoutEmbedding(int most) {
        return holding(lock.readLock(), () -> memoryDocuments.withoutEmbedding(most));
    }

    /** About how many bytes of the heap the index needs. */
    public long bytes() {
        return holding(lock.readLock(), memoryDocuments::bytes);
    }

    /** The query for an embedder, rephrased from the view of the speaker that it names. */
    public String toEmbed(String query) {
        return holding(lock.readLock(), () -> memoryDocuments.spoken(query).text());
    }

    /**
     * The memories that match best, the best first; of equal scores the newest first. Only words count without the meaning of
     * {@link #toEmbed}.
     */
    public List<ScoredHit> search(MemoryQuery query, Optional<Embedding> embedding) {
        return holding(lock.readLock(), () -> new MemoryRanking(memoryDocuments, ANALYZER, query, embedding).hits());
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
    public record Document(IndexedMemory memory, MemoryText text, Optional<QuantisedEmbedding> embedding) {}
}
