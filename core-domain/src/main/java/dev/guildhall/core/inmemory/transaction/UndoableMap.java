package dev.guildhall.core.inmemory.transaction;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

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

    /** The values that fulfil a condition, in order; they may be changed while the stream is read. */
    public Stream<V> where(Predicate<V> condition) {
        return values().stream().filter(condition);
    }

    /** Removes the values that fulfil a condition, at most so many of the oldest, and returns their number. */
    public int removeWhere(Predicate<V> condition, long most) {
        List<K> found = entries.entrySet().stream()
                .filter(entry -> condition.test(entry.getValue()))
                .limit(most)
                .map(Map.Entry::getKey)
                .toList();
        found.forEach(this::remove);
        return found.size();
    }

    public void removeWhere(Predicate<V> condition) {
        removeWhere(condition, Long.MAX_VALUE);
    }

    /** Adds an entry; false when there is one with the key. */
    public boolean add(K key, V value) {
        boolean isNew = !entries.containsKey(key);
        if (isNew) {
            put(key, value);
        }
        return isNew;
    }

    /** Changes a value; nothing happens without an entry. */
    public void change(K key, UnaryOperator<V> change) {
        get(key).ifPresent(value -> put(key, change.apply(value)));
    }

    public List<K> keys() {
        return List.copyOf(entries.keySet());
    }

    public int size() {
        return entries.size();
    }

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
