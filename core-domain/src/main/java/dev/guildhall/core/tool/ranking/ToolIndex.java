package dev.guildhall.core.tool.ranking;

import dev.guildhall.core.search.Analyzer;
import dev.guildhall.core.search.QueryParts;
import dev.guildhall.core.search.TermCounts;
import dev.guildhall.ports.tool.SearchHit;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Searches tools by words, by meaning, and by the queries that led to them before. In memory and always up to date: a
 * tool is found as soon as it was added. Of several versions, the caller adds the one that searches should find.
 * Searches run in parallel, and a write waits for running searches.
 */
public final class ToolIndex {
    private static final int BYTES_OF_TOOL = 2_048;
    private static final int BYTES_OF_TEXT_BYTE = 5;

    private final Analyzer analyzer = Analyzer.english();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final ToolDocuments documents = new ToolDocuments();
    private final AtomicLong version = new AtomicLong();

    /**
     * About how many bytes of the heap tools need with their entries in an index: 8,000 tools with 13.2 MB of
     * descriptions and parameters were measured with 72 MB, 20,000 with 7.3 MB with 69 MB.
     */
    public static long bytes(int tools, long textBytes) {
        return (long) tools * BYTES_OF_TOOL + textBytes * BYTES_OF_TEXT_BYTE;
    }

    /** Adds a tool, or replaces the one with the same id. */
    public void put(ToolDocument document) {
        TermCounts counts = TermCounts.of(ToolText.fields(document.tool().definition()), analyzer);
        holding(lock.writeLock(), () -> {
            documents.put(document, counts);
            return version.incrementAndGet();
        });
    }

    /** Removes a tool; nothing happens when it is not in the index. */
    public void remove(ToolId id) {
        holding(lock.writeLock(), () -> {
            documents.remove(id);
            return version.incrementAndGet();
        });
    }

    /** A number that each change of the index increases. */
    public long version() {
        return version.get();
    }

    public int size() {
        return holding(lock.readLock(), documents::size);
    }

    /** The visible tools of the index, in any order; the predicate must be quick. */
    public List<Tool> all(Predicate<Tool> visible) {
        return holding(lock.readLock(), () -> documents.all(visible));
    }

    public List<Tool> named(ToolName name) {
        return holding(lock.readLock(), () -> documents.named(name));
    }

    /** Splits a query: the embedder embeds its sentences. */
    public QueryParts parts(String query) {
        return QueryParts.of(query, analyzer);
    }

    /** The tools that match best, the best first; of equal scores in the order of their ids. */
    public List<SearchHit> search(ToolSearch search) {
        return holding(lock.readLock(), () -> new ToolRanking(documents, analyzer, search).hits());
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
