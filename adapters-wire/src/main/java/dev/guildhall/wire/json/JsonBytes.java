package dev.guildhall.wire.json;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;

/**
 * Writes JSON straight into bytes, for events that are sent so often that a record for each would cost more than its
 * content. Grows as needed and can be reused. Confined to one thread.
 */
public final class JsonBytes {
    private static final int FIRST_SIZE = 512;

    /** The length of the longest form of one character: an escape. */
    private static final int LONGEST = 6;

    private static final int ASCII = 0x80;
    private static final int TWO_BYTES = 0x800;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    /**
     * For each ASCII character the character after the backslash: 0 when no escape is needed, u for a numeric escape.
     */
    private static final byte[] ESCAPES = escapes();

    private byte[] bytes = new byte[FIRST_SIZE];
    private int length;

    public JsonBytes raw(byte[] json) {
        require(json.length);
        System.arraycopy(json, 0, bytes, length, json.length);
        length += json.length;
        return this;
    }

    public JsonBytes raw(ByteBuffer json) {
        int more = json.remaining();
        require(more);
        json.get(json.position(), bytes, length, more);
        length += more;
        return this;
    }

    public JsonBytes raw(String json) {
        return raw(json.getBytes(StandardCharsets.UTF_8));
    }

    public JsonBytes number(long number) {
        return raw(Long.toString(number));
    }

    /** Appends a string in quotation marks. An unpaired surrogate, which UTF-8 cannot encode, becomes an escape. */
    public JsonBytes string(String text) {
        int count = text.length();
        require(count + 2);
        bytes[length++] = '"';
        for (int i = 0; i < count; i++) {
            char next = text.charAt(i);
            if (next < ASCII && ESCAPES[next] == 0) {
                bytes[length++] = (byte) next;
            } else {
                require(LONGEST + count - i + 1);
                if (isPair(text, i)) {
                    fourBytes(Character.toCodePoint(next, text.charAt(++i)));
                } else {
                    unusual(next);
                }
            }
        }
        bytes[length++] = '"';
        return this;
    }

    private static boolean isPair(String text, int at) {
        return at + 1 < text.length() && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
    }

    private void unusual(char next) {
        if (next < ASCII && ESCAPES[next] != 'u') {
            bytes[length++] = '\\';
            bytes[length++] = ESCAPES[next];
        } else if (next < ' ' || Character.isSurrogate(next)) {
            bytes[length++] = '\\';
            bytes[length++] = 'u';
            for (int shift = 12; shift >= 0; shift -= 4) {
                bytes[length++] = HEX[(next >> shift) & 0xf];
            }
        } else if (next < TWO_BYTES) {
            bytes[length++] = (byte) (0xc0 | (next >> 6));
            bytes[length++] = (byte) (0x80 | (next & 0x3f));
        } else {
            bytes[length++] = (byte) (0xe0 | (next >> 12));
            bytes[length++] = (byte) (0x80 | ((next >> 6) & 0x3f));
            bytes[length++] = (byte) (0x80 | (next & 0x3f));
        }
    }

    private void fourBytes(int codePoint) {
        bytes[length++] = (byte) (0xf0 | (codePoint >> 18));
        bytes[length++] = (byte) (0x80 | ((codePoint >> 12) & 0x3f));
        bytes[length++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
        bytes[length++] = (byte) (0x80 | (codePoint & 0x3f));
    }

    public int length() {
        return length;
    }

    /**
     * Passes all bytes on, and clears the buffer.
     *
     * @param out takes the array and the number of bytes at its beginning; it keeps neither
     */
    public void drainTo(ObjIntConsumer<byte[]> out) {
        int all = length;
        length = 0;
        out.accept(bytes, all);
    }

    public void clear() {
        length = 0;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    private void require(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    private static byte[] escapes() {
        byte[] escapes = new byte[ASCII];
        Arrays.fill(escapes, 0, ' ', (byte) 'u');
        String shortForms = "\"\"\\\\\bb\ff\nn\rr\tt";
        for (int i = 0; i < shortForms.length(); i += 2) {
            escapes[shortForms.charAt(i)] = (byte) shortForms.charAt(i + 1);
        }
        return escapes;
    }
}
