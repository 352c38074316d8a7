package dev.guildhall.http.token;

import java.util.regex.Pattern;

/**
 * Accepts signed tokens only in their canonical form, one of many encodings of the same bytes. Otherwise code that
 * recognizes a token by its text, for example to revoke it, would not recognize another encoding of it.
 */
final class CompactForm {
    /**
     * The library would accept padding and spaces too. Header and claims are JSON objects, whose encoding begins with
     * {@code e}; the library would fail on a header that is {@code null}.
     */
    private static final Pattern PARTS = Pattern.compile("e[A-Za-z0-9_-]+\\.e[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+");

    /** The number of characters that encode three bytes. */
    private static final int GROUP = 4;

    /** The last characters of two that encode one byte: their last four bits are unused and must be 0. */
    private static final String ENDS_OF_ONE_BYTE = "AQgw";

    /** The last characters of three that encode two bytes: their last two bits are unused and must be 0. */
    private static final String ENDS_OF_TWO_BYTES = "AEIMQUYcgkosw048";

    private CompactForm() {}

    static boolean isTaken(String token) {
        if (!PARTS.matcher(token).matches()) {
            return false;
        }
        int claims = token.indexOf('.') + 1;
        int signature = token.indexOf('.', claims) + 1;
        return isCanonical(token, 0, claims - 1)
                && isCanonical(token, claims, signature - 1)
                && isCanonical(token, signature, token.length());
    }

    private static boolean isCanonical(String token, int from, int to) {
        char last = token.charAt(to - 1);
        return switch ((to - from) % GROUP) {
            case 0 -> true;
            case 2 -> ENDS_OF_ONE_BYTE.indexOf(last) >= 0;
            case 3 -> ENDS_OF_TWO_BYTES.indexOf(last) >= 0;
            default -> false;
        };
    }
}
