package dev.guildhall.ports.account;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import java.net.IDN;
import java.text.Normalizer;
import java.util.Locale;

/**
 * The address that an account signs in with. Addresses are trimmed and compared case-insensitively, so the value is
 * kept in lower case and in Unicode's form NFKC, which replaces full-width letters and ligatures by plain ones. A final
 * sigma becomes a sigma, since both have the same capital letter, and U+3002 becomes a full stop, as in
 * internationalised domain names (UTS #46).
 *
 * @param value 3 to 254 characters, one {@code @} with text on both sides, no spaces and no
 *     {@link Text#isInvisible invisible} characters
 */
public record Email(String value) {
    private static final int MIN = 3;
    private static final int MAX = 254;
    private static final char SIGMA = 'σ';
    private static final char FINAL_SIGMA = 'ς';
    private static final char SHARP_S = 'ß';
    private static final char IDEOGRAPHIC_FULL_STOP = '。';

    public Email {
        String line = Text.requireLine("email", value, MIN, MAX);
        value = Text.isVisibleAscii(line) ? line.toLowerCase(Locale.ROOT) : composed(line);
        int at = value.indexOf('@');
        if (at < 1 || at == value.length() - 1 || at != value.lastIndexOf('@')) {
            throw Refusal.invalid("email", "must be an address with one @");
        }
        if (!Text.isVisibleAscii(value)
                && value.codePoints().anyMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c))) {
            throw Refusal.invalid("email", "must not contain spaces");
        }
    }

    private static String composed(String line) {
        String composed = compose(compose(line).toLowerCase(Locale.ROOT))
                .replace(FINAL_SIGMA, SIGMA)
                .replace(IDEOGRAPHIC_FULL_STOP, '.');
        if (composed.codePointCount(0, composed.length()) > MAX) {
            throw Refusal.invalid("email", "must have " + MIN + " to " + MAX + " characters");
        }
        if (composed.codePoints().anyMatch(Text::isInvisible)) {
            throw Refusal.invalid("email", "must not contain characters that are not shown");
        }
        return composed;
    }

    /** A change to lower case can require another composition; this makes the operation idempotent. */
    private static String compose(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC);
    }

    /**
     * The address with the canonical spelling of its domain: in ASCII (IDNA, {@code xn--…}), without the full stop of
     * the root. New accounts are stored under it; older accounts stay under the spelling of their registration. A
     * domain stays as it is when it has no such form, or has a sharp s, which the two versions of IDNA map to different
     * domains.
     */
    public Email canonical() {
        int behind = value.indexOf('@') + 1;
        String domain = asciiOf(value.substring(behind)).replaceFirst("(?<=[^.])\\.$", "");
        return behind + domain.length() <= MAX ? new Email(value.substring(0, behind) + domain) : this;
    }

    private static String asciiOf(String domain) {
        if (domain.indexOf(SHARP_S) >= 0) {
            return domain;
        }
        try {
            return IDN.toASCII(domain, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException noDomain) {
            return domain;
        }
    }

    /** The part before the {@code @}. */
    public String localPart() {
        return value.substring(0, value.indexOf('@'));
    }
}
