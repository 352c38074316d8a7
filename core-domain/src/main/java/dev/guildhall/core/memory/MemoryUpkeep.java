package dev.guildhall.core.memory;

import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryPage;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.search.Meaning;
import java.util.List;
import java.util.Optional;

/**
 * Finds out what memories mean that were stored while nobody could say, or that another model was asked about. Thread-safe.
 */
public final class MemoryUpkeep {
    private static final int BATCH = 64;

    private final MemoryStore store;
    private final MemoryMeanings meanings;
    private final MemoryLimits limits;

    public MemoryUpkeep(MemoryStore store, MemoryMeanings meanings, MemoryLimits limits) {
        this.store = store;
        this.meanings = meanings;
        this.limits = limits;
    }

    /** One round, which ends early when the model does not answer. */
    public void learnMissing() {
        meanings.model().ifPresent(this::learnMissing);
    }

    private void learnMissing(String model) {
        int learnt = 0;
        while (learnt < limits.meaningsInRound()) {
            int most = Math.min(BATCH, limits.meaningsInRound() - learnt);
            List<Memory> missing = store.withoutMeaning(model, most);
            for (Memory memory : missing) {
                Optional<Meaning> meaning = meanings.of(memory.content(), before(memory));
                if (meaning.isEmpty()) {
                    return;
                }
                store.putMeaning(memory.id(), meaning.orElseThrow());
            }
            learnt += missing.size();
            if (missing.size() < most) {
                return;
            }
        }
    }

    /** What was said before it in its conversation. */
    private Optional<String> before(Memory memory) {
        if (memory.type() != MemoryType.CONVERSATION || memory.chatId().isEmpty()) {
            return Optional.empty();
        }
        MemoryFilter turns = new MemoryFilter(Optional.of(memory.type()), memory.chatId(), List.of());
        Cursor behind = new Cursor(memory.id().value());
        MemoryPage page = store.list(memory.userId(), turns, new PageRequest(new Limit(1), Optional.of(behind)));
        return page.page().items().stream().findFirst().map(Memory::content);
    }
}
