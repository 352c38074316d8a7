package dev.guildhall.core.tool.ranking;

import dev.guildhall.core.search.Analyzer;
import dev.guildhall.core.search.QueryParts;
import dev.guildhall.core.search.TermCounts;
import dev.guildhall.ports.tool.SearchHit;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Finds tools by words, by meaning, and by what led to them before. Held in memory and always up to date: a tool is found
 * as soon as it has been put in. Of several versions, whoever fills the index puts in the one that is to be found.
 * Thread-safe; searches run side by side, and a write waits for those that have begun.
 */
public final class ToolIndex {
    private final Analyzer analyzer = Analyzer.english();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final ToolDocuments documents = new ToolDocuments();

    /** Puts a tool in, in place of what there is under its id. */
    public void put(ToolDocument document) {
        TermCounts counts = TermCounts.of(ToolText.fields(document.tool().definition()), analyzer);
        holding(lock.writeLock(), () -> {
            documents.put(document, counts);
            return documents.size();
        });
    }

    /** Takes a tool out; nothing happens when it is not in. */
    public void remove(ToolId id) {
        holding(lock.writeLock(), () -> {
            documents.remove(id);
            return documents.size();
        });
    }

    /** How many tools are in. */
    public int size() {
        return holding(lock.readLock(), documents::size);
    }

    /** The tools that are in and visible, in no order; the predicate must be quick. */
    public List<Tool> all(Predicate<Tool> visible) {
        return holding(lock.readLock(), () -> documents.all(visible));
    }

    /** Those of a name that are in, in no order. */
    public List<Tool> named(ToolName name) {
        return holding(lock.readLock(), () -> documents.named(name));
    }

    /** Takes a query apart: its sentences are what an embedder is to be asked for. */
    public QueryParts parts(String query) {
        return QueryParts.of(query, analyzer);
    }

    /** The tools that fit best, the best first; those that fit alike in the order of their ids. */
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
