package dev.guildhall.core.memory.ranking;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryType;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The order of turns in their conversations, by the time-ordered ids of the memories. Memories that are no turns have
 * no neighbours. Not thread-safe.
 */
final class TurnOrder {
    /** No neighbour, or no conversation. */
    static final int NONE = -1;

    private static final int FIRST_CAPACITY = 64;

    private final Map<ChatId, Conversation> conversations = new HashMap<>();
    private int[] before = filled(FIRST_CAPACITY);
    private int[] after = filled(FIRST_CAPACITY);
    private int[] conversation = filled(FIRST_CAPACITY);
    private final BitSet numbers = new BitSet();

    /** A conversation: its number, and its turns by their ids. */
    private record Conversation(int number, TreeMap<String, Integer> turns) {}

    void put(int slot, Memory memory) {
        reserve(slot);
        chat(memory).ifPresent(id -> {
            Conversation known = conversations.computeIfAbsent(id, any -> begun());
            String key = memory.id().value();
            int earlier = slotOf(Optional.ofNullable(known.turns().lowerEntry(key)));
            int later = slotOf(Optional.ofNullable(known.turns().higherEntry(key)));
            known.turns().put(key, slot);
            conversation[slot] = known.number();
            link(earlier, slot);
            link(slot, later);
        });
    }

    void remove(int slot, Memory memory) {
        chat(memory)
                .ifPresent(id -> Optional.ofNullable(conversations.get(id)).ifPresent(known -> {
                    known.turns().remove(memory.id().value());
                    if (known.turns().isEmpty()) {
                        conversations.remove(id);
                        numbers.clear(known.number());
                    }
                    link(before[slot], after[slot]);
                    before[slot] = NONE;
                    after[slot] = NONE;
                    conversation[slot] = NONE;
                }));
    }

    /** The turn before, or {@link #NONE}. */
    int before(int slot) {
        return before[slot];
    }

    /** The turn after, or {@link #NONE}. */
    int after(int slot) {
        return after[slot];
    }

    /** The number of the conversation, or {@link #NONE}. */
    int conversation(int slot) {
        return conversation[slot];
    }

    /** All numbers of conversations are below this. */
    int conversations() {
        return numbers.length();
    }

    private Conversation begun() {
        int number = numbers.nextClearBit(0);
        numbers.set(number);
        return new Conversation(number, new TreeMap<>());
    }

    private void link(int earlier, int later) {
        if (earlier != NONE) {
            after[earlier] = later;
        }
        if (later != NONE) {
            before[later] = earlier;
        }
    }

    private void reserve(int slot) {
        if (slot >= conversation.length) {
            int capacity = Math.max(slot + 1, conversation.length * 2);
            before = grown(before, capacity);
            after = grown(after, capacity);
            conversation = grown(conversation, capacity);
        }
    }

    private static Optional<ChatId> chat(Memory memory) {
        return memory.type() == MemoryType.CONVERSATION ? memory.chatId() : Optional.empty();
    }

    private static int slotOf(Optional<Map.Entry<String, Integer>> entry) {
        return entry.map(Map.Entry::getValue).orElse(NONE);
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
