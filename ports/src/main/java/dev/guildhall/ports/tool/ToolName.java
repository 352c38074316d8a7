package dev.guildhall.ports.tool;

import dev.guildhall.ports.problem.Refusal;
import java.util.regex.Pattern;

/**
 * The dotted name of a tool, {@code <integration>.<action>}.
 *
 * @param value 2 or more dotted parts of {@code [a-z0-9_-]}, at most {@value #MAX} characters (tools-1)
 */
public record ToolName(String value) implements Comparable<ToolName> {
    /** The most characters of a name. */
    public static final int MAX = 128;

    private static final Pattern FORM = Pattern.compile("[a-z0-9_-]+(\\.[a-z0-9_-]+)+");

    public ToolName {
        if (!isWellFormed(value)) {
            throw Refusal.invalid(
                    "name", "must be 2 or more dotted parts of [a-z0-9_-], at most " + MAX + " characters");
        }
    }

    /** Whether a text could be the name of a tool. */
    public static boolean isWellFormed(String text) {
        return text.length() <= MAX && FORM.matcher(text).matches();
    }

    /** The first part: the integration that the tool uses. */
    public String integration() {
        return value.substring(0, value.indexOf('.'));
    }

    @Override
    public int compareTo(ToolName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
