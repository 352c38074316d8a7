package dev.guildhall.core.memory;

import dev.guildhall.core.search.TextRanking;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryStore;
import java.util.List;
import java.util.Optional;

/** Finds memories: of the latest 200, by their words. Thread-safe. */
public final class Recall {
    private static final PageRequest LATEST = new PageRequest(new Limit(Limit.MAX), Optional.empty());

    private final MemoryStore store;

    public Recall(MemoryStore store) {
        this.store = store;
    }

    /** The memories of a user that fit a query, best first. */
    public List<MemoryHit> search(UserId userId, MemoryQuery query) {
        List<Memory> latest = store.list(userId, query.filter(), LATEST).page().items();
        List<String> texts = latest.stream().map(Memory::content).toList();
        return TextRanking.best(query.text(), texts, query.limit().value()).stream()
                .map(hit -> new MemoryHit(
                        latest.get(hit.position()), hit.score(), new MemoryHit.Parts(hit.score(), 0, 0, 0)))
                .toList();
    }
}
