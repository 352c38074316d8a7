package dev.guildhall.core.memory.ranking;

import dev.guildhall.core.search.NameTable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The speakers of memories, by slot. Not thread-safe. */
final class MemorySpeakers {
    /** A word before a colon that occurs in fewer turns is not a speaker. */
    private static final int FEWEST_TURNS = 3;

    private static final int FIRST_CAPACITY = 64;

    private final NameTable names = new NameTable();
    private int[] turns = new int[FIRST_CAPACITY];
    private int[] bySlot = filled(FIRST_CAPACITY);

    void put(int slot, Optional<String> speaker) {
        if (slot >= bySlot.length) {
            int before = bySlot.length;
            bySlot = Arrays.copyOf(bySlot, Math.max(slot + 1, before + before / 2));
            Arrays.fill(bySlot, before, bySlot.length, NameTable.NONE);
        }
        speaker.map(names::add).ifPresent(number -> {
            if (number >= turns.length) {
                turns = Arrays.copyOf(turns, number + 1 + number / 2);
            }
            turns[number]++;
            bySlot[slot] = number;
        });
    }

    void remove(int slot) {
        if (bySlot[slot] != NameTable.NONE) {
            turns[bySlot[slot]]--;
            bySlot[slot] = NameTable.NONE;
        }
    }

    /** The speakers whose names have one of those words, which are in lower case. */
    Set<String> having(Set<String> words) {
        Set<String> speakers = new HashSet<>();
        for (int number = 0; number < names.size(); number++) {
            String name = turns[number] >= FEWEST_TURNS ? names.name(number) : "";
            if (List.of(name.split(" ")).stream().anyMatch(words::contains)) {
                speakers.add(name);
            }
        }
        return speakers;
    }

    /** The slots of what those speakers said. */
    BitSet saidBy(List<String> speakers) {
        BitSet said = new BitSet();
        Set<Integer> numbers = new HashSet<>(speakers.stream().map(names::find).toList());
        numbers.remove(NameTable.NONE);
        for (int slot = 0; slot < bySlot.length && !numbers.isEmpty(); slot++) {
            if (numbers.contains(bySlot[slot])) {
                said.set(slot);
            }
        }
        return said;
    }

    /** About how many bytes of the heap they need. */
    long bytes() {
        return names.bytes() + (long) Integer.BYTES * (turns.length + bySlot.length);
    }

    private static int[] filled(int capacity) {
        int[] numbers = new int[capacity];
        Arrays.fill(numbers, NameTable.NONE);
        return numbers;
    }
}
