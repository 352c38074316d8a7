package dev.guildhall.core.memory.ranking;

import dev.guildhall.core.search.NameTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The tags of memories, by slot. Not thread-safe. */
final class MemoryTags {
    private static final int[] NO_TAGS = {};

    private static final int BYTES_OF_ARRAY = 24;

    private final NameTable names = new NameTable();
    private final List<int[]> bySlot = new ArrayList<>();
    private long bytes;

    void put(int slot, List<String> tags) {
        while (bySlot.size() <= slot) {
            bySlot.add(NO_TAGS);
        }
        int[] numbers =
                tags.isEmpty() ? NO_TAGS : tags.stream().mapToInt(names::add).toArray();
        bytes += bytes(numbers) - bytes(bySlot.get(slot));
        bySlot.set(slot, numbers);
    }

    private static long bytes(int[] numbers) {
        return numbers.length == 0 ? 0 : BYTES_OF_ARRAY + (long) Integer.BYTES * numbers.length;
    }

    /** The numbers of those tags; {@link NameTable#NONE} for one that no memory has. */
    int[] numbers(List<String> tags) {
        return tags.stream().mapToInt(names::find).toArray();
    }

    boolean hasAll(int slot, int[] numbers) {
        int[] known = bySlot.get(slot);
        return Arrays.stream(numbers).allMatch(wanted -> Arrays.stream(known).anyMatch(tag -> tag == wanted));
    }

    /** About how many bytes of the heap they need. */
    long bytes() {
        return names.bytes() + bytes + (long) Integer.BYTES * bySlot.size();
    }
}
