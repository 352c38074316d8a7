package dev.guildhall.http.token;

import java.util.regex.Pattern;

/**
 * The form of a signed token, in the one spelling that is taken of the many that say the same bytes. Whoever refuses a token
 * by its text, or counts its uses, would otherwise not know it in another one.
 */
final class CompactForm {
    /**
     * The library would take padding and blanks too. Header and claims are JSON objects, which begin with {@code e}: on a
     * header that is {@code null} the library would fail.
     */
    private static final Pattern PARTS = Pattern.compile("e[A-Za-z0-9_-]+\\.e[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+");

    /** How many characters say three bytes. */
    private static final int GROUP = 4;

    /** Those whose last four bits are 0: two characters say one byte, and these bits are in none. */
    private static final String ENDS_OF_ONE_BYTE = "AQgw";

    /** Those whose last two bits are 0: three characters say two bytes. */
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
