package dev.guildhall.wire.json;

import dev.guildhall.ports.Text;
import java.util.Arrays;
import java.util.Optional;

/**
 * The escapes of halves of surrogate pairs in the names of members. RFC 8259 allows them, as in values, but the JSON
 * library refuses them in names alone.
 */
public final class JsonNames {
    /** The length of an escape such as <code>&#92;ud83c</code>. */
    private static final int ESCAPE = 6;

    private static final int HEX = 16;

    private JsonNames() {}

    /**
     * The same JSON with the escape of a NUL in place of each escape of half of a pair that stands alone in a name; a rule
     * for text then refuses or {@link Text#repaired replaces} it as any other. Positions do not change.
     *
     * @param json JSON in UTF-8 or any other bytes; not changed
     * @return empty when there is no such escape
     */
    public static Optional<byte[]> withoutHalves(byte[] json) {
        byte[] whole = json.clone();
        boolean hasHalves = false;
        int at = 0;
        while (at < whole.length) {
            if (whole[at] != '"') {
                at++;
                continue;
            }
            int from = at + 1;
            int to = endOfString(whole, from);
            if (isName(whole, to)) {
                hasHalves |= replaceHalves(whole, from, to);
            }
            at = to + 1;
        }
        return hasHalves ? Optional.of(whole) : Optional.empty();
    }

    private static int endOfString(byte[] json, int from) {
        int at = from;
        while (at < json.length && json[at] != '"') {
            at += json[at] == '\\' ? 2 : 1;
        }
        return Math.min(at, json.length);
    }

    private static boolean isName(byte[] json, int end) {
        int at = end + 1;
        while (at < json.length && " \t\r\n".indexOf(json[at]) >= 0) {
            at++;
        }
        return at < json.length && json[at] == ':';
    }

    private static boolean replaceHalves(byte[] json, int from, int to) {
        boolean hasHalves = false;
        int at = from;
        while (at < to) {
            if (json[at] != '\\') {
                at++;
            } else if (!isHalf(json, at, to)) {
                at += 2;
            } else if (isHigh(json, at) && isHalf(json, at + ESCAPE, to) && !isHigh(json, at + ESCAPE)) {
                at += 2 * ESCAPE;
            } else {
                Arrays.fill(json, at + 2, at + ESCAPE, (byte) '0');
                hasHalves = true;
                at += ESCAPE;
            }
        }
        return hasHalves;
    }

    /** Whether the escape of a half, whose first digits are D8 to DF, is at this position. */
    private static boolean isHalf(byte[] json, int at, int to) {
        return at + ESCAPE <= to
                && json[at] == '\\'
                && json[at + 1] == 'u'
                && Character.digit(json[at + 2], HEX) == 0xD
                && Character.digit(json[at + 3], HEX) >= 0x8
                && Character.digit(json[at + 4], HEX) >= 0
                && Character.digit(json[at + 5], HEX) >= 0;
    }

    private static boolean isHigh(byte[] json, int at) {
        return Character.digit(json[at + 3], HEX) < 0xC;
    }
}
