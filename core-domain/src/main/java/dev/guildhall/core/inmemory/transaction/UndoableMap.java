package dev.guildhall.core.inmemory.transaction;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A map in order of insertion whose writes can be undone. Callers hold the lock of the transactions. */
public final class UndoableMap<K, V> {
    private final Map<K, V> entries = new LinkedHashMap<>();
    private final InMemoryTransactions transactions;

    public UndoableMap(InMemoryTransactions transactions) {
        this.transactions = transactions;
    }

    public Optional<V> get(K key) {
        return Optional.ofNullable(entries.get(key));
    }

    public List<V> values() {
        return List.copyOf(entries.values());
    }

    public List<K> keys() {
        return List.copyOf(entries.keySet());
    }

    public int size() {
        return entries.size();
    }

    /** The key of the oldest entry; empty when there is none. */
    public Optional<K> eldest() {
        return entries.keySet().stream().findFirst();
    }

    public void put(K key, V value) {
        Optional<V> before = Optional.ofNullable(entries.put(key, value));
        transactions.onUndo(() -> before.ifPresentOrElse(old -> entries.put(key, old), () -> entries.remove(key)));
    }

    /** Removes an entry; an undo puts it back at the end. */
    public Optional<V> remove(K key) {
        Optional<V> before = Optional.ofNullable(entries.remove(key));
        before.ifPresent(old -> transactions.onUndo(() -> entries.put(key, old)));
        return before;
    }
}
