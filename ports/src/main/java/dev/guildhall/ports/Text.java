package dev.guildhall.ports;

import dev.guildhall.ports.problem.Refusal;

/** Rules that every text from outside obeys before it becomes a value. */
public interface Text {
    /** Stands for what cannot be shown, U+FFFD. */
    int REPLACEMENT = 0xFFFD;

    /**
     * Whether the text can be stored and sent on: no NUL, no half of a surrogate pair.
     *
     * @param text any text
     */
    static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return false;
            }
            if (Character.isHighSurrogate(c)) {
                i++;
                if (i == text.length() || !Character.isLowSurrogate(text.charAt(i))) {
                    return false;
                }
            } else if (Character.isLowSurrogate(c)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The text with U+FFFD in place of everything that cannot be stored; what a model or a tool says must not be lost for
     * one bad character.
     */
    static String repaired(String text) {
        if (isWellFormed(text)) {
            return text;
        }
        StringBuilder repaired = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c == 0 || Character.getType(c) == Character.SURROGATE ? REPLACEMENT : c)
                .forEach(repaired::appendCodePoint);
        return repaired.toString();
    }

    /**
     * The beginning of a text.
     *
     * @param most how many characters (code points) at most
     */
    static String beginning(String text, int most) {
        return text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most));
    }

    /**
     * Accepts one line of text: trimmed, without control characters.
     *
     * @param field the field that is named when the value is malformed
     * @param min fewest characters (code points) after trimming
     * @param max most characters (code points) after trimming
     * @return the trimmed text
     * @throws Refusal with {@code CommonProblem.Invalid} naming the field
     */
    static String requireLine(String field, String text, int min, int max) {
        String line = text.strip();
        int length = line.codePointCount(0, line.length());
        if (length < min || length > max) {
            throw Refusal.invalid(field, "must have " + min + " to " + max + " characters");
        }
        if (!isWellFormed(line) || line.codePoints().anyMatch(Text::breaksALine)) {
            throw Refusal.invalid(field, "must not contain control characters");
        }
        return line;
    }

    /**
     * Accepts a name: {@link #requireLine a line} that cannot reorder the text around it on a page.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming the field
     */
    static String requireName(String field, String text, int min, int max) {
        String line = requireLine(field, text, min, max);
        if (hasDirectionControl(line)) {
            throw Refusal.invalid(field, "must not contain bidirectional overrides or isolates");
        }
        return line;
    }

    /** Whether the text has a bidirectional embedding, override or isolate: U+202A to U+202E, U+2066 to U+2069. */
    static boolean hasDirectionControl(String text) {
        return text.chars().anyMatch(c -> (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069));
    }

    private static boolean breaksALine(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
