package dev.guildhall.core.search;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Numbers texts in the order in which they are added, from 0. Needs about a third of the heap of a map with strings. Not
 * thread-safe; only reads may run in parallel.
 */
public final class NameTable {
    /** The number of a text that was not added. */
    public static final int NONE = -1;

    private static final int FIRST_CAPACITY = 16;

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private byte[] text = new byte[FIRST_CAPACITY * FIRST_CAPACITY];
    private int[] ends = new int[FIRST_CAPACITY];
    private int[] table = filled(FIRST_CAPACITY * 2);
    private int size;

    /** The number of a text, which is added when it is new. */
    public int add(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        int place = place(bytes);
        return table[place] == NONE ? append(bytes, place) : table[place];
    }

    /** The number of a text, or {@link #NONE}. */
    public int find(String name) {
        return table[place(name.getBytes(StandardCharsets.UTF_8))];
    }

    public String name(int number) {
        return new String(text, start(number), ends[number] - start(number), StandardCharsets.UTF_8);
    }

    /** Compares the texts of two numbers in the order of their UTF-8 bytes. */
    public int compare(int first, int second) {
        return Arrays.compareUnsigned(text, start(first), ends[first], text, start(second), ends[second]);
    }

    public int size() {
        return size;
    }

    /** About how many bytes of the heap the table needs. */
    public long bytes() {
        return text.length + (long) Integer.BYTES * (ends.length + table.length);
    }

    private int start(int number) {
        return number == 0 ? 0 : ends[number - 1];
    }

    /** Where the text stands in the table, or the free place where it belongs. */
    private int place(byte[] bytes) {
        int place = hash(bytes, 0, bytes.length) & (table.length - 1);
        while (table[place] != NONE && !isAt(table[place], bytes)) {
            place = (place + 1) & (table.length - 1);
        }
        return place;
    }

    private boolean isAt(int number, byte[] bytes) {
        return Arrays.equals(text, start(number), ends[number], bytes, 0, bytes.length);
    }

    private int append(byte[] bytes, int place) {
        int end = start(size) + bytes.length;
        if (end > text.length) {
            text = Arrays.copyOf(text, Math.max(end, text.length + text.length / 2));
        }
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, size + size / 2);
        }
        System.arraycopy(bytes, 0, text, start(size), bytes.length);
        ends[size] = end;
        table[place] = size;
        size++;
        if (size * 2 > table.length) {
            rehash();
        }
        return size - 1;
    }

    private void rehash() {
        table = filled(table.length * 2);
        for (int number = 0; number < size; number++) {
            int place = hash(text, start(number), ends[number]) & (table.length - 1);
            while (table[place] != NONE) {
                place = (place + 1) & (table.length - 1);
            }
            table[place] = number;
        }
    }

    /**
     * The FNV-1a hash of 64 bits, reduced to 32 by MurmurHash3's finaliser: each bit of the place depends on all 64, so
     * that texts with one place cannot be computed from the lower bits alone.
     */
    static int hash(byte[] bytes, int from, int to) {
        long hash = FNV_OFFSET;
        for (int i = from; i < to; i++) {
            hash = (hash ^ (bytes[i] & 0xff)) * FNV_PRIME;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return (int) (hash ^ (hash >>> 33));
    }

    private static int[] filled(int capacity) {
        int[] numbers = new int[capacity];
        Arrays.fill(numbers, NONE);
        return numbers;
    }
}
