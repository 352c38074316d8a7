package dev.guildhall.ports.account;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import java.text.Normalizer;
import java.util.Locale;

/**
 * The address that an account signs in with. Trimmed and compared case-insensitively, so the value is kept in lower case
 * and in Unicode's form NFKC: full-width letters and ligatures are the plain ones.
 *
 * @param value 3 to 254 characters, one {@code @} with something on both sides, no spaces, control or format characters
 */
public record Email(String value) {
    private static final int MIN = 3;
    private static final int MAX = 254;

    public Email {
        String line = Text.requireLine("email", value, MIN, MAX);
        value = compose(compose(line).toLowerCase(Locale.ROOT));
        if (value.codePointCount(0, value.length()) > MAX) {
            throw Refusal.invalid("email", "must have " + MIN + " to " + MAX + " characters");
        }
        if (value.codePoints().anyMatch(c -> Character.getType(c) == Character.FORMAT)) {
            throw Refusal.invalid("email", "must not contain characters that are not shown");
        }
        int at = value.indexOf('@');
        if (at < 1 || at == value.length() - 1 || at != value.lastIndexOf('@')) {
            throw Refusal.invalid("email", "must be an address with one @");
        }
        if (value.codePoints().anyMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c))) {
            throw Refusal.invalid("email", "must not contain spaces");
        }
    }

    /** Lower case can need composing again; only then is the value of a value the same value. */
    private static String compose(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC);
    }

    /** The part before the {@code @}. */
    public String localPart() {
        return value.substring(0, value.indexOf('@'));
    }
}
