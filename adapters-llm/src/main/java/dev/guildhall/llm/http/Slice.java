package dev.guildhall.llm.http;

import java.nio.charset.StandardCharsets;

/** Some bytes of a buffer that its owner uses again: good until the owner is asked for more. Not thread-safe. */
public final class Slice {
    private final byte[] array;
    private final int from;
    private final int to;

    Slice(byte[] array, int from, int to) {
        this.array = array;
        this.from = from;
        this.to = to;
    }

    byte[] array() {
        return array;
    }

    int from() {
        return from;
    }

    byte at(int index) {
        return array[from + index];
    }

    /** Where that byte is first; -1 when it is not there. */
    int indexOf(char ascii) {
        for (int i = from; i < to; i++) {
            if (array[i] == ascii) {
                return i - from;
            }
        }
        return -1;
    }

    /** How many bytes there are. */
    public int length() {
        return to - from;
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return from == to;
    }

    /** Whether this is that ASCII text, blanks around it apart. */
    public boolean is(String ascii) {
        Slice text = stripped();
        return text.length() == ascii.length() && text.startsWith(ascii);
    }

    /** Without the blanks around it. */
    Slice stripped() {
        int first = from;
        int last = to;
        while (first < last && array[first] <= ' ' && array[first] >= 0) {
            first++;
        }
        while (first < last && array[last - 1] <= ' ' && array[last - 1] >= 0) {
            last--;
        }
        return new Slice(array, first, last);
    }

    /** Whether this is that ASCII text but for the case. */
    boolean isIgnoringCase(String lower) {
        if (length() != lower.length()) {
            return false;
        }
        for (int i = 0; i < lower.length(); i++) {
            if (Character.toLowerCase(at(i)) != lower.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether it begins with that ASCII text. */
    boolean startsWith(String ascii) {
        if (length() < ascii.length()) {
            return false;
        }
        for (int i = 0; i < ascii.length(); i++) {
            if (array[from + i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** What is behind the first bytes. */
    Slice behind(int bytes) {
        return new Slice(array, from + bytes, to);
    }

    /** The first bytes. */
    Slice first(int bytes) {
        return new Slice(array, from, from + bytes);
    }

    Slice between(int first, int last) {
        return new Slice(array, from + first, from + last);
    }

    /** The text, for people who look for faults. */
    @Override
    public String toString() {
        return new String(array, from, length(), StandardCharsets.UTF_8);
    }
}
