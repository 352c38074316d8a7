package dev.guildhall.wire.json;

import dev.guildhall.ports.problem.Refusal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Names the encoding of a body that is not plain UTF-8 (general-35), by its first bytes. */
public final class BodyEncoding {
    private static final int FIRST_BYTES = 4;
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final Set<String> CODINGS = Set.of("gzip", "x-gzip", "deflate", "br", "zstd", "compress");
    private static final String JSON_BEGINS = "{[\" \t\r\n";

    /** The first bytes as hexadecimal digits, a dot for any digit, in the order of the checks. */
    private static final Map<Pattern, String> SIGNATURES = signatures(
            "0000feff", "is UTF-32; send UTF-8",
            "fffe0000", "is UTF-32; send UTF-8",
            "000000..", "is UTF-32; send UTF-8",
            "..000000", "is UTF-32; send UTF-8",
            "feff....", "is UTF-16; send UTF-8",
            "fffe....", "is UTF-16; send UTF-8",
            "00......", "is UTF-16; send UTF-8",
            "..00....", "is UTF-16; send UTF-8",
            "1f8b....", "is compressed with gzip; send it uncompressed",
            "28b52ffd", "is compressed with zstd; send it uncompressed");

    private BodyEncoding() {}

    private static Map<Pattern, String> signatures(String... patternsAndFaults) {
        Map<Pattern, String> signatures = new LinkedHashMap<>();
        for (int i = 0; i < patternsAndFaults.length; i += 2) {
            signatures.put(Pattern.compile(patternsAndFaults[i]), patternsAndFaults[i + 1]);
        }
        return signatures;
    }

    /** The body without the byte order mark of UTF-8, which some clients send. */
    public static byte[] withoutMark(byte[] body) {
        boolean marked = Arrays.mismatch(MARK, body) == MARK.length || Arrays.equals(MARK, body);
        return marked ? Arrays.copyOfRange(body, MARK.length, body.length) : body;
    }

    /** Refuses another encoding with {@code CommonProblem.Invalid} naming {@code body}. */
    static void requireUtf8(byte[] body) {
        if (isUsual(body)) {
            return;
        }
        StringBuilder first = new StringBuilder();
        for (int i = 0; i < FIRST_BYTES; i++) {
            first.append(i < body.length ? String.format("%02x", body[i]) : "  ");
        }
        SIGNATURES.forEach((pattern, fault) -> {
            if (pattern.matcher(first).matches()) {
                throw Refusal.invalid("body", fault);
            }
        });
    }

    private static boolean isUsual(byte[] body) {
        for (int i = 0; i < Math.min(FIRST_BYTES, body.length); i++) {
            if (body[i] < ' ') {
                return false;
            }
        }
        return body.length >= FIRST_BYTES;
    }

    /** Refuses a body that is compressed as its {@code Content-Encoding} says; some clients send the header alone. */
    public static void requirePlain(byte[] body, String coding) {
        String name = coding.strip().toLowerCase(Locale.ROOT);
        if (CODINGS.contains(name) && body.length > 0 && JSON_BEGINS.indexOf(body[0]) < 0) {
            throw Refusal.invalid("body", "is compressed with " + name + "; send it uncompressed");
        }
    }
}
