package dev.guildhall.core.memory;

import dev.guildhall.core.memory.ranking.MemoryIndex;
import dev.guildhall.core.memory.ranking.MemoryText;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.QuantisedEmbedding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Reads the changes of one user's memories into an index, in pages; while one is indexed, the next one is read. */
final class MemoryFeed {
    private final MemoryStore store;
    private final UserId userId;
    private final Optional<String> model;
    private final int most;

    MemoryFeed(MemoryStore store, UserId userId, Optional<String> model, int most) {
        this.store = store;
        this.userId = userId;
        this.model = model;
        this.most = most;
    }

    /** Receives the revision after each page, and returns whether the next page is read. */
    interface Progress {
        boolean reached(long revision);
    }

    /** Reads the changes after a revision, at least to the last one. */
    void read(MemoryIndex target, long revision, long last, Progress progress) {
        List<IndexedMemory> page = store.changedSince(userId, revision, most);
        boolean more = true;
        while (more) {
            long reached = Math.max(page.isEmpty() ? 0 : page.getLast().revision(), page.size() < most ? last : 0);
            Optional<FutureTask<List<IndexedMemory>>> next =
                    reached < last ? Optional.of(readAhead(reached)) : Optional.empty();
            put(target, page);
            more = progress.reached(reached) && next.isPresent();
            page = more ? result(next.get()) : page;
        }
    }

    private FutureTask<List<IndexedMemory>> readAhead(long revision) {
        FutureTask<List<IndexedMemory>> reading = new FutureTask<>(() -> store.changedSince(userId, revision, most));
        Thread.ofVirtual().start(reading);
        return reading;
    }

    private static List<IndexedMemory> result(FutureTask<List<IndexedMemory>> reading) {
        try {
            return reading.get();
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failed.getCause());
        }
    }

    private void put(MemoryIndex target, List<IndexedMemory> changed) {
        Map<MemoryId, String> contents = contentsOfUnreadable(changed);
        target.put(changed.stream()
                .filter(each -> !each.superseded())
                .map(each -> new MemoryIndex.Document(each, text(each, contents), embedding(each)))
                .toList());
        changed.stream().filter(IndexedMemory::superseded).forEach(each -> target.remove(each.id()));
    }

    /** The contents of the memories whose texts another version of this server analysed. */
    private Map<MemoryId, String> contentsOfUnreadable(List<IndexedMemory> changed) {
        List<MemoryId> unreadable = changed.stream()
                .filter(each ->
                        each.text().filter(text -> !MemoryText.isReadable(text)).isPresent())
                .map(IndexedMemory::id)
                .toList();
        Map<MemoryId, String> contents = new HashMap<>();
        if (!unreadable.isEmpty()) {
            store.find(unreadable).forEach(memory -> contents.put(memory.id(), memory.content()));
        }
        return contents;
    }

    private static MemoryText text(IndexedMemory memory, Map<MemoryId, String> contents) {
        return memory.text()
                .flatMap(MemoryText::read)
                .orElseGet(() ->
                        MemoryText.of(memory.content().orElseGet(() -> contents.getOrDefault(memory.id(), ""))));
    }

    private Optional<QuantisedEmbedding> embedding(IndexedMemory memory) {
        return memory.embedding()
                .filter(embedding -> model.filter(embedding.model()::equals).isPresent())
                .map(IndexedMemory.StoredEmbedding::embedding);
    }
}
