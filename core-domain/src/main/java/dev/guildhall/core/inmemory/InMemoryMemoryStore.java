package dev.guildhall.core.inmemory;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import java.util.List;

/** Memories in memory. Thread-safe. */
public final class InMemoryMemoryStore implements MemoryStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<MemoryId, Memory> memories;

    public InMemoryMemoryStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.memories = new UndoableMap<>(transactions);
    }

    @Override
    public void add(Memory memory) {
        transactions.run(() -> memories.put(memory.id(), memory));
    }

    @Override
    public List<Memory> ofUser(UserId userId, MemoryType type, Limit limit) {
        return transactions.guarded(() -> memories.values().reversed().stream()
                .filter(memory -> memory.userId().equals(userId) && memory.type() == type)
                .limit(limit.value())
                .toList());
    }
}
