package dev.guildhall.ports.tool;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import java.util.Locale;

/**
 * A version of a tool. Versions are ordered like semantic versions (semver.org, 11): numbers by their value, a version
 * with a suffix after {@code -} before the same one without it; the part after {@code +} does not count. Missing
 * numbers at the end count as zeros, and capital letters count as small ones.
 *
 * @param value 1 to {@value #MAX} characters, trimmed, without control characters
 */
public record ToolVersion(String value) {
    /** The most characters of a version (tools-2). */
    public static final int MAX = 50;

    public ToolVersion {
        value = Text.requireLine("version", value, 1, MAX);
    }

    /**
     * Reads the version of a new tool, which must follow the {@link Text#requireName rule for new names}; a version
     * that was stored before need not.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} that names {@code version}
     */
    public static ToolVersion parse(String text) {
        return new ToolVersion(Text.requireName("version", text, 1, MAX));
    }

    /**
     * A text whose order, compared character by character, is the order of versions: two versions with the same key are
     * equal in that order.
     */
    public String orderKey() {
        String precedence = value.split("\\+", 2)[0].toLowerCase(Locale.ROOT);
        String[] parts = (precedence.startsWith("v") ? precedence.substring(1) : precedence).split("-", 2);
        String core = keyOf(parts[0].replaceFirst("(\\.0+)+$", ""));
        // Of the characters that can follow a number, '-' sorts before '.', and '.' before all numbers and words: so a
        // candidate sorts before its release, and the release before versions with more numbers.
        return core + (parts.length == 1 ? "." : "-" + keyOf(parts[1]));
    }

    private static String keyOf(String dotted) {
        StringBuilder key = new StringBuilder();
        for (String part : dotted.split("\\.", -1)) {
            boolean number = !part.isEmpty() && part.chars().allMatch(c -> c >= '0' && c <= '9');
            String digits = number ? part.replaceFirst("^0+(?=.)", "") : "";
            // The key of a number begins with its length, and sorts before words. A word ends with a character that
            // sorts before all that can continue a longer word.
            key.append(number ? "%02d%s".formatted(digits.length(), digits) : "a" + part)
                    .append(' ');
        }
        return key.toString();
    }

    @Override
    public String toString() {
        return value;
    }
}
