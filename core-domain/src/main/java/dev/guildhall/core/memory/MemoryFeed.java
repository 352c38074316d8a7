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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Reads the changes of one user's memories into an index, in pages; while one is indexed, the next one is read and
 * decoded.
 */
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

    /**
     * A page of changes.
     *
     * @param superseded what must not be in the index
     * @param last the revision of the last one; 0 when there is none
     */
    private record Page(List<MemoryIndex.Document> documents, List<MemoryId> superseded, long last, boolean isFull) {}

    /** Reads the changes after a revision, at least to the last one. */
    void read(MemoryIndex target, long revision, long last, Progress progress) {
        Page page = page(revision);
        boolean more = true;
        while (more) {
            long reached = page.isFull() ? page.last() : Math.max(page.last(), last);
            Optional<FutureTask<Page>> next = reached < last ? Optional.of(readAhead(reached)) : Optional.empty();
            target.put(page.documents());
            page.superseded().forEach(target::remove);
            more = progress.reached(reached) && next.isPresent();
            page = more ? result(next.get()) : page;
        }
    }

    private FutureTask<Page> readAhead(long revision) {
        FutureTask<Page> reading = new FutureTask<>(() -> page(revision));
        Thread.ofVirtual().start(reading);
        return reading;
    }

    private static Page result(FutureTask<Page> reading) {
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

    private Page page(long revision) {
        List<IndexedMemory> changed = store.changedSince(userId, revision, most);
        List<MemoryIndex.Document> documents = new ArrayList<>(changed.size());
        List<MemoryId> superseded = new ArrayList<>();
        List<IndexedMemory> unreadable = new ArrayList<>();
        for (IndexedMemory memory : changed) {
            if (memory.superseded()) {
                superseded.add(memory.id());
                continue;
            }
            text(memory)
                    .ifPresentOrElse(
                            text -> documents.add(new MemoryIndex.Document(memory, text, embedding(memory))),
                            () -> unreadable.add(memory));
        }
        addUnreadable(unreadable, documents);
        long last = changed.isEmpty() ? 0 : changed.getLast().revision();
        return new Page(documents, superseded, last, changed.size() >= most);
    }

    /** The analysed text; empty when another version of this server has analysed it. */
    private static Optional<MemoryText> text(IndexedMemory memory) {
        return memory.text().isPresent()
                ? MemoryText.read(memory.text().get())
                : memory.content().map(MemoryText::of);
    }

    /** Analyses the contents of the memories again. */
    private void addUnreadable(List<IndexedMemory> unreadable, List<MemoryIndex.Document> documents) {
        if (unreadable.isEmpty()) {
            return;
        }
        Map<MemoryId, String> contents = new HashMap<>();
        store.find(unreadable.stream().map(IndexedMemory::id).toList())
                .forEach(memory -> contents.put(memory.id(), memory.content()));
        unreadable.forEach(memory -> documents.add(new MemoryIndex.Document(
                memory, MemoryText.of(contents.getOrDefault(memory.id(), "")), embedding(memory))));
    }

    private Optional<QuantisedEmbedding> embedding(IndexedMemory memory) {
        return memory.embedding()
                .filter(embedding -> model.filter(embedding.model()::equals).isPresent())
                .map(IndexedMemory.StoredEmbedding::embedding);
    }
}
