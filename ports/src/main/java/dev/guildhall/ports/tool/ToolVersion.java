package dev.guildhall.ports.tool;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import java.util.Locale;

/**
 * Which version of a tool. Versions are ordered as semantic ones are (semver.org, 11): numbers by their value, a version
 * with something behind a {@code -} before the same one without, what stands behind a {@code +} without weight. Numbers
 * that are left out at the end are zeros, and letters count as small ones.
 *
 * @param value 1 to {@value #MAX} characters, trimmed, without control characters
 */
public record ToolVersion(String value) {
    /** The most characters of a version (contract 2). */
    public static final int MAX = 50;

    public ToolVersion {
        value = Text.requireLine("version", value, 1, MAX);
    }

    /**
     * Reads the version of a new tool, which obeys the {@link Text#requireName rule of names}; one that is stored already
     * need not.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} that names {@code version}
     */
    public static ToolVersion parse(String text) {
        return new ToolVersion(Text.requireName("version", text, 1, MAX));
    }

    /**
     * A text whose order, compared character by character, is the order of versions: two versions with one key are
     * neither before nor behind each other.
     */
    public String orderKey() {
        String precedence = value.split("\\+", 2)[0].toLowerCase(Locale.ROOT);
        String[] parts = (precedence.startsWith("v") ? precedence.substring(1) : precedence).split("-", 2);
        String core = keyOf(parts[0].replaceFirst("(\\.0+)+$", ""));
        // Of what can follow a number, '-' stands before '.', and '.' before every number and every word: a candidate
        // is
        // followed by its release, and that by what has more numbers.
        return core + (parts.length == 1 ? "." : "-" + keyOf(parts[1]));
    }

    private static String keyOf(String dotted) {
        StringBuilder key = new StringBuilder();
        for (String part : dotted.split("\\.", -1)) {
            boolean number = !part.isEmpty() && part.chars().allMatch(c -> c >= '0' && c <= '9');
            String digits = number ? part.replaceFirst("^0+(?=.)", "") : "";
            // Numbers carry their length before them, and stand before words. A word ends in what stands before
            // everything that another could go on with.
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
