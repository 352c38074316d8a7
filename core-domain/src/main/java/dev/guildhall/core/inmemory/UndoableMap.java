package dev.guildhall.core.inmemory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A map in order of insertion whose writes can be undone. Used under the lock of its transactions. */
final class UndoableMap<K, V> {
    private final Map<K, V> entries = new LinkedHashMap<>();
    private final InMemoryTransactions transactions;

    UndoableMap(InMemoryTransactions transactions) {
        this.transactions = transactions;
    }

    Optional<V> get(K key) {
        return Optional.ofNullable(entries.get(key));
    }

    List<V> values() {
        return List.copyOf(entries.values());
    }

    List<K> keys() {
        return List.copyOf(entries.keySet());
    }

    int size() {
        return entries.size();
    }

    /** The key that stands first; empty when there is none. */
    Optional<K> eldest() {
        return entries.keySet().stream().findFirst();
    }

    void put(K key, V value) {
        Optional<V> before = Optional.ofNullable(entries.put(key, value));
        transactions.onUndo(() -> before.ifPresentOrElse(old -> entries.put(key, old), () -> entries.remove(key)));
    }

    /** Takes an entry away; undoing puts it back, behind the others. */
    Optional<V> remove(K key) {
        Optional<V> before = Optional.ofNullable(entries.remove(key));
        before.ifPresent(old -> transactions.onUndo(() -> entries.put(key, old)));
        return before;
    }
}
