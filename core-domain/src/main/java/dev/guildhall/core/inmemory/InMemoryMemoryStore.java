package dev.guildhall.core.inmemory;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import java.util.Comparator;
import java.util.List;

/** Memories in memory. Thread-safe. */
public final class InMemoryMemoryStore implements MemoryStore {
    private static final Comparator<Memory> NEWEST_FIRST = Comparator.comparing(Memory::createdAt)
            .thenComparing(memory -> memory.id().value())
            .reversed();

    private final InMemoryTransactions transactions;
    private final UndoableMap<MemoryId, Memory> memories;

    public InMemoryMemoryStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.memories = new UndoableMap<>(transactions);
        transactions.onErase(this::forget);
    }

    private void forget(UserId userId) {
        memories.values().stream()
                .filter(kept -> kept.userId().equals(userId))
                .forEach(kept -> memories.remove(kept.id()));
    }

    @Override
    public void add(Memory memory) {
        transactions.run(() -> memories.put(memory.id(), memory));
    }

    @Override
    public List<Memory> ofUser(UserId userId, MemoryType type, Limit limit) {
        return transactions.guarded(() -> memories.values().stream()
                .filter(memory -> memory.userId().equals(userId) && memory.type() == type)
                .sorted(NEWEST_FIRST)
                .limit(limit.value())
                .toList());
    }
}
