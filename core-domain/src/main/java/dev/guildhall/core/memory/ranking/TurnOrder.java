package dev.guildhall.core.memory.ranking;

import dev.guildhall.core.search.NameTable;
import java.util.Arrays;

/**
 * The order of turns in their conversations, by the time-ordered ids of the memories. Memories that are no turns have
 * no neighbours. Not thread-safe.
 */
final class TurnOrder {
    /** No neighbour, or no conversation. */
    static final int NONE = -1;

    private static final int FIRST_CAPACITY = 64;

    private final NameTable ids;
    private int[] before = filled(FIRST_CAPACITY);
    private int[] after = filled(FIRST_CAPACITY);
    private int[] conversation = filled(FIRST_CAPACITY);

    private int[] last = filled(FIRST_CAPACITY);

    private int conversations;

    /** Orders slots whose ids have the same numbers. */
    TurnOrder(NameTable ids) {
        this.ids = ids;
    }

    /** Puts a turn into a conversation. New turns are mostly the last ones, so it is looked for from the end. */
    void put(int slot, int number) {
        reserve(slot, number);
        conversation[slot] = number;
        conversations = Math.max(conversations, number + 1);
        int later = NONE;
        int earlier = last[number];
        while (earlier != NONE && ids.compare(earlier, slot) > 0) {
            later = earlier;
            earlier = before[earlier];
        }
        link(earlier, slot, number);
        link(slot, later, number);
    }

    void remove(int slot) {
        if (conversation(slot) != NONE) {
            link(before[slot], after[slot], conversation[slot]);
            before[slot] = NONE;
            after[slot] = NONE;
            conversation[slot] = NONE;
        }
    }

    /** The turn before, or {@link #NONE}. */
    int before(int slot) {
        return slot < before.length ? before[slot] : NONE;
    }

    /** The turn after, or {@link #NONE}. */
    int after(int slot) {
        return slot < after.length ? after[slot] : NONE;
    }

    /** The number of the conversation, or {@link #NONE}. */
    int conversation(int slot) {
        return slot < conversation.length ? conversation[slot] : NONE;
    }

    /** All numbers of conversations are below this. */
    int conversations() {
        return conversations;
    }

    /** How many bytes of the heap it needs. */
    long bytes() {
        return (long) Integer.BYTES * (before.length + after.length + conversation.length + last.length);
    }

    private void link(int earlier, int later, int number) {
        if (earlier != NONE) {
            after[earlier] = later;
        }
        if (later == NONE) {
            last[number] = earlier;
        } else {
            before[later] = earlier;
        }
    }

    private void reserve(int slot, int number) {
        if (slot >= conversation.length) {
            int capacity = Math.max(slot + 1, conversation.length + conversation.length / 2);
            before = grown(before, capacity);
            after = grown(after, capacity);
            conversation = grown(conversation, capacity);
        }
        if (number >= last.length) {
            last = grown(last, Math.max(number + 1, last.length + last.length / 2));
        }
    }

    private static int[] filled(int capacity) {
        int[] numbers = new int[capacity];
        Arrays.fill(numbers, NONE);
        return numbers;
    }

    private static int[] grown(int[] numbers, int capacity) {
        int[] grown = Arrays.copyOf(numbers, capacity);
        Arrays.fill(grown, numbers.length, capacity, NONE);
        return grown;
    }
}
