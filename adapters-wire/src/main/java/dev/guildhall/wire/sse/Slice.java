package dev.guildhall.wire.sse;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A range of a buffer. It is valid until its owner reads more into the buffer. Not thread-safe. */
public final class Slice {
    private final byte[] array;
    private final int from;
    private final int to;

    public Slice(byte[] array, int from, int to) {
        this.array = array;
        this.from = from;
        this.to = to;
    }

    public byte[] array() {
        return array;
    }

    public int from() {
        return from;
    }

    public int length() {
        return to - from;
    }

    boolean isEmpty() {
        return from == to;
    }

    /** Whether this is that ASCII text, apart from white space at both ends. */
    public boolean is(String ascii) {
        Slice text = stripped();
        return text.length() == ascii.length() && text.startsWith(ascii);
    }

    private Slice stripped() {
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

    Slice after(int bytes) {
        return new Slice(array, from + bytes, to);
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return Arrays.copyOfRange(array, from, to);
    }

    /** A copy of the bytes; white space that ends a line, which JSON has only between its tokens, becomes a space. */
    public ByteBuffer onOneLine() {
        byte[] line = bytes();
        for (int i = 0; i < line.length; i++) {
            line[i] = line[i] == '\n' || line[i] == '\r' ? (byte) ' ' : line[i];
        }
        return ByteBuffer.wrap(line);
    }

    public ByteBuffer view() {
        return ByteBuffer.wrap(array, from, length()).slice();
    }

    @Override
    public String toString() {
        return new String(array, from, length(), StandardCharsets.UTF_8);
    }
}
