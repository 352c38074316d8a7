package dev.guildhall.core.memory.ranking;

import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.MemoryType;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Features of memories that do not depend on the query, by slot. They are in arrays, since a search reads thousands of
 * memories, and separate objects would cost a cache miss each. Not thread-safe.
 */
final class MemoryFeatures {
    private static final int FIRST_CAPACITY = 64;

    private float[] substance = new float[FIRST_CAPACITY];
    private float[] importance = new float[FIRST_CAPACITY];
    private final BitSet times = new BitSet();
    private final BitSet numbers = new BitSet();
    private final Map<MemoryType, BitSet> byType = new EnumMap<>(MemoryType.class);

    MemoryFeatures() {
        for (MemoryType type : MemoryType.values()) {
            byType.put(type, new BitSet());
        }
    }

    void putText(int slot, MemoryText text) {
        if (slot >= substance.length) {
            int capacity = Math.max(slot + 1, substance.length + substance.length / 2);
            substance = Arrays.copyOf(substance, capacity);
            importance = Arrays.copyOf(importance, capacity);
        }
        substance[slot] = (float) text.substance();
        times.set(slot, text.answerTypeHints().time());
        numbers.set(slot, text.answerTypeHints().number());
    }

    /** Puts the properties that may change. */
    void put(int slot, IndexedMemory memory) {
        importance[slot] = (float) memory.importance();
        remove(slot);
        ofType(memory.type()).set(slot);
    }

    void remove(int slot) {
        for (BitSet slots : byType.values()) {
            slots.clear(slot);
        }
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
        return Objects.requireNonNull(byType.get(type));
    }

    /** How many bytes of the heap they need. */
    long bytes() {
        return (long) (Float.BYTES + Float.BYTES + 1) * substance.length;
    }
}
