package dev.guildhall.core.inmemory.transaction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A map in order of insertion whose writes can be undone. Callers hold the lock of the transactions. */
public final class UndoableMap<K, V> {
    private final Map<K, V> entries = new LinkedHashMap<>();
    private final List<Groups<K, V, ?>> groups = new ArrayList<>();
    private final InMemoryTransactions transactions;

    public UndoableMap(InMemoryTransactions transactions) {
        this.transactions = transactions;
    }

    /** The entries of a map by a property of their values, so that no reader of one group looks at the others. */
    public static final class Groups<K, V, G> {
        private final Function<V, G> property;
        private final Map<G, Map<K, V>> entries = new HashMap<>();

        private Groups(Function<V, G> property) {
            this.property = property;
        }

        /** The values of a group, in order of insertion; they may be changed while the stream is read. */
        public Stream<V> of(G group) {
            return List.copyOf(entries.getOrDefault(group, Map.of()).values()).stream();
        }

        /** How many values a group has. */
        public int size(G group) {
            return entries.getOrDefault(group, Map.of()).size();
        }

        private void replace(K key, Optional<V> before, Optional<V> after) {
            Optional<G> left = before.map(property);
            Optional<G> entered = after.map(property);
            left.filter(group -> !entered.equals(left))
                    .ifPresent(group -> entries.computeIfPresent(group, (same, all) -> {
                        all.remove(key);
                        return all.isEmpty() ? null : all;
                    }));
            entered.ifPresent(group ->
                    entries.computeIfAbsent(group, any -> new LinkedHashMap<>()).put(key, after.orElseThrow()));
        }
    }

    /** The entries by a property of their values; before the first entry. */
    public <G> Groups<K, V, G> by(Function<V, G> property) {
        Groups<K, V, G> made = new Groups<>(property);
        groups.add(made);
        return made;
    }

    private Optional<V> replace(K key, Optional<V> after) {
        Optional<V> before =
                Optional.ofNullable(after.isPresent() ? entries.put(key, after.get()) : entries.remove(key));
        groups.forEach(each -> each.replace(key, before, after));
        return before;
    }

    public Optional<V> get(K key) {
        return Optional.ofNullable(entries.get(key));
    }

    public List<V> values() {
        return List.copyOf(entries.values());
    }

    /** The values that fulfil a condition, in order; they may be changed while the stream is read. */
    public Stream<V> where(Predicate<V> condition) {
        return entries.values().stream().filter(condition).toList().stream();
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
        Optional<V> before = replace(key, Optional.of(value));
        transactions.onUndo(() -> replace(key, before));
    }

    /** Removes an entry; an undo puts it back at the end. */
    public Optional<V> remove(K key) {
        Optional<V> before = replace(key, Optional.empty());
        before.ifPresent(old -> transactions.onUndo(() -> replace(key, before)));
        return before;
    }
}
