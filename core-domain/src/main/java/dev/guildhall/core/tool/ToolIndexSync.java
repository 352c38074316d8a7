package dev.guildhall.core.tool;

import dev.guildhall.core.tool.ranking.ToolDocument;
import dev.guildhall.core.tool.ranking.ToolIndex;
import dev.guildhall.core.tool.ranking.ToolText;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.search.QuantisedEmbedding;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.tool.IndexedTool;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolRevisions;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.ToolStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Synchronises the index with the store, which other nodes write too: reads changes before a search, but not more often
 * than every {@code 200 ms}. Of the active versions of one tool of one registrant, the highest is in the index.
 */
final class ToolIndexSync {
    private static final Duration EVERY = Duration.ofMillis(200);
    private static final int STEP = 1_000;

    private record Line(Optional<UserId> registrant, ToolName name) {}

    private static final Comparator<ToolDocument> HIGHEST_LAST = Comparator.<ToolDocument, String>comparing(
                    known -> known.tool().definition().version().orderKey())
            .thenComparing(known -> known.tool().id().value());

    private final InstantSource clock;
    private final ToolStore store;
    private final ToolIndex index;
    private final Optional<String> model;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<ToolId, Long> revisions = new HashMap<>();
    private final Map<ToolId, ToolDocument> inUse = new HashMap<>();
    private final Map<Line, SortedSet<ToolDocument>> lines = new HashMap<>();
    private Optional<String> mark = Optional.empty();
    private Optional<Instant> lookedAt = Optional.empty();
    private long registeredBytes;
    private volatile boolean changedHere = true;

    ToolIndexSync(InstantSource clock, ToolStore store, ToolIndex index, Optional<String> model) {
        this.clock = clock;
        this.store = store;
        this.index = index;
        this.model = model;
    }

    /** The next search reads changes, also right after the last one. */
    void changed() {
        changedHere = true;
    }

    /** Updates the index. Concurrent callers wait: all searches see their own writes. */
    void catchUp() {
        lock.lock();
        try {
            Instant now = clock.instant();
            boolean isFresh =
                    lookedAt.filter(before -> now.isBefore(before.plus(EVERY))).isPresent();
            if (changedHere || !isFresh) {
                // Set first, so that a later write causes another update.
                changedHere = false;
                takeIn(store.revisions(mark));
                lookedAt = Optional.of(now);
            }
        } catch (RuntimeException | Error outage) {
            changedHere = true;
            throw outage;
        } finally {
            lock.unlock();
        }
    }

    /** About how many bytes of the heap the active tools with a registrant need. */
    long registeredBytes() {
        lock.lock();
        try {
            return registeredBytes;
        } finally {
            lock.unlock();
        }
    }

    private static long registeredBytes(Tool tool) {
        return tool.registrant().isPresent() ? ToolIndex.bytes(1, ToolText.bytes(tool.definition())) : 0;
    }

    private void takeIn(ToolRevisions changes) {
        Map<ToolId, Long> fresh = new HashMap<>();
        changes.revisions().stream()
                .filter(change -> !Long.valueOf(change.number()).equals(revisions.get(change.id())))
                .forEach(change -> fresh.put(change.id(), change.number()));
        List<ToolId> ids = List.copyOf(fresh.keySet());
        for (int from = 0; from < ids.size(); from += STEP) {
            store.indexed(ids.subList(from, Math.min(ids.size(), from + STEP))).forEach(this::replace);
        }
        revisions.putAll(fresh);
        mark = Optional.of(changes.mark());
    }

    /** Removes a tool that the store does not have any more. */
    void forget(ToolId id) {
        lock.lock();
        try {
            drop(id);
            revisions.remove(id);
        } finally {
            lock.unlock();
        }
    }

    private void replace(IndexedTool known) {
        drop(known.tool().id());
        if (known.tool().status() == ToolStatus.ACTIVE) {
            ToolDocument document = new ToolDocument(known.tool(), embedding(known));
            inUse.put(known.tool().id(), document);
            registeredBytes += registeredBytes(known.tool());
            SortedSet<ToolDocument> line =
                    lines.computeIfAbsent(lineOf(known.tool()), any -> new TreeSet<>(HIGHEST_LAST));
            line.add(document);
            show(line);
        }
    }

    private void drop(ToolId id) {
        index.remove(id);
        Optional.ofNullable(inUse.remove(id)).ifPresent(before -> {
            registeredBytes -= registeredBytes(before.tool());
            Line key = lineOf(before.tool());
            SortedSet<ToolDocument> line = lines.getOrDefault(key, new TreeSet<>(HIGHEST_LAST));
            line.remove(before);
            if (line.isEmpty()) {
                lines.remove(key);
            } else {
                show(line);
            }
        });
    }

    /** Only the highest version is in the index. */
    private void show(SortedSet<ToolDocument> line) {
        ToolDocument highest = line.last();
        Set<ToolDocument> others = line.headSet(highest);
        others.forEach(other -> index.remove(other.tool().id()));
        index.put(highest);
    }

    private Optional<QuantisedEmbedding> embedding(IndexedTool known) {
        return known.embedding()
                .filter(embedding -> model.filter(embedding.model()::equals).isPresent())
                .map(TextEmbedding::embedding)
                .map(QuantisedEmbedding::of);
    }

    private static Line lineOf(Tool tool) {
        return new Line(tool.registrant(), tool.definition().name());
    }
}
