package dev.guildhall.core.memory.ranking;

import dev.guildhall.ports.memory.MemoryType;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;

/**
 * Features of memories that do not depend on the query, by slot. They are in arrays, since a search reads thousands of
 * memories, and separate objects would cost a cache miss each. Not thread-safe.
 */
final class MemoryFeatures {
    private static final int FIRST_CAPACITY = 64;

    private double[] substance = new double[FIRST_CAPACITY];
    private double[] importance = new double[FIRST_CAPACITY];
    private final BitSet times = new BitSet();
    private final BitSet numbers = new BitSet();
    private final Map<MemoryType, BitSet> byType = new EnumMap<>(MemoryType.class);

    MemoryFeatures() {
        for (MemoryType type : MemoryType.values()) {
            byType.put(type, new BitSet());
        }
    }

    void put(int slot, MemoryDocuments.Entry entry) {
        if (slot >= substance.length) {
            int capacity = Math.max(slot + 1, substance.length * 2);
            substance = Arrays.copyOf(substance, capacity);
            importance = Arrays.copyOf(importance, capacity);
        }
        substance[slot] = entry.substance();
        importance[slot] = entry.memory().importance();
        times.set(slot, entry.answerTypeHints().time());
        numbers.set(slot, entry.answerTypeHints().number());
        byType.forEach((type, slots) -> slots.set(slot, type == entry.memory().type()));
    }

    void remove(int slot) {
        byType.values().forEach(slots -> slots.clear(slot));
    }

    double substance(int slot) {
        return substance[slot];
    }

    double importance(int slot) {
        return importance[slot];
    }

    /** Whether the memory has at least one kind of answer that the question expects. */
    boolean answers(int slot, AnswerTypeHints wanted) {
        return (wanted.time() && times.get(slot)) || (wanted.number() && numbers.get(slot));
    }

    BitSet ofType(MemoryType type) {
        return byType.getOrDefault(type, new BitSet());
    }
}
