package dev.guildhall.core.memory;

import dev.guildhall.core.memory.ranking.MemoryIndex;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryMark;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.TextEmbedding;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The search index of one user's memories, synchronised with the store, which other nodes write too. Superseded
 * memories are left out. Thread-safe.
 */
final class UserMemories {
    private final MemoryStore store;
    private final UserId userId;
    private final Optional<String> model;
    private final int changesAtOnce;
    private final MemoryIndex index = new MemoryIndex();
    private final Map<MemoryId, Memory> withoutMeaning = new LinkedHashMap<>();

    private MemoryMark known = MemoryMark.NONE;

    UserMemories(MemoryStore store, UserId userId, Optional<String> model, int changesAtOnce) {
        this.store = store;
        this.userId = userId;
        this.model = model;
        this.changesAtOnce = changesAtOnce;
    }

    /**
     * Reads the changes. The mark is read under the monitor, so that it never goes back; the ids are read after the
     * changes, so that an indexed memory that is not among them was deleted.
     */
    synchronized void catchUp() {
        MemoryMark now = store.mark(userId);
        if (now.revision() < known.revision()) {
            retain(Set.of());
            known = MemoryMark.NONE;
        }
        long deletions = known.deletions();
        while (known.revision() < now.revision()) {
            known = new MemoryMark(takeIn(now.revision()), deletions);
        }
        if (deletions != now.deletions()) {
            retain(new HashSet<>(store.ids(userId)));
            known = new MemoryMark(known.revision(), now.deletions());
        }
    }

    private void retain(Set<MemoryId> ids) {
        index.retain(ids);
        withoutMeaning.keySet().retainAll(ids);
    }

    /** Reads the next changes and returns the revision that is reached; when none are left, the last one. */
    private long takeIn(long last) {
        List<IndexedMemory> changed = store.changedSince(userId, known.revision(), changesAtOnce);
        List<MemoryIndex.Document> holding = changed.stream()
                .filter(each -> each.memory().supersededBy().isEmpty())
                .map(each -> new MemoryIndex.Document(each.memory(), meaning(each)))
                .toList();
        index.put(holding);
        changed.stream()
                .filter(each -> each.memory().supersededBy().isPresent())
                .forEach(each -> index.remove(each.memory().id()));
        changed.forEach(each -> withoutMeaning.remove(each.memory().id()));
        holding.stream()
                .filter(each -> model.isPresent() && each.meaning().isEmpty())
                .forEach(each -> withoutMeaning.put(each.memory().id(), each.memory()));
        return changed.size() < changesAtOnce
                ? Math.max(last, changed.isEmpty() ? 0 : changed.getLast().revision())
                : changed.getLast().revision();
    }

    private Optional<Embedding> meaning(IndexedMemory memory) {
        return memory.meaning()
                .filter(meaning -> model.filter(meaning.model()::equals).isPresent())
                .map(TextEmbedding::embedding);
    }

    /** The memories without an embedding, when there is an embedder. */
    synchronized List<Memory> withoutMeaning() {
        return List.copyOf(withoutMeaning.values());
    }

    MemoryIndex index() {
        return index;
    }
}
