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
     * Accepts a name: {@link #requireLine a line} with a visible character, whose characters are all {@link #isPlain
     * plain}.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming the field
     */
    static String requireName(String field, String text, int min, int max) {
        String line = requireLine(field, text, min, max);
        if (line.codePoints().allMatch(c -> isInvisible(c) || Character.isSpaceChar(c))) {
            throw Refusal.invalid(field, "must have a visible character");
        }
        requirePlain(field, line);
        return line;
    }

    /**
     * Accepts text that is {@link #isPlain plain}.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming the field
     */
    static void requirePlain(String field, String text) {
        if (!isPlain(text)) {
            throw Refusal.invalid(
                    field,
                    "must not contain bidirectional overrides or isolates, tags, fillers,"
                            + " private-use or unassigned characters");
        }
    }

    /**
     * Whether the text neither reorders the text around it nor carries hidden text: it has no bidirectional embedding,
     * override or isolate, no deprecated or annotating format character, no Hangul filler, no Khmer inherent vowel, and
     * no private-use or unassigned character. Joiners, variation selectors and the marks U+200E and U+200F are plain,
     * since scripts and emoji need them; tag characters are plain in the emoji of a flag.
     */
    private static boolean isPlain(String text) {
        String emojiFlag = "\\x{1F3F4}[\\x{E0030}-\\x{E0039}\\x{E0061}-\\x{E007A}]{3,6}\\x{E007F}";
        return text.replaceAll(emojiFlag, "").codePoints().allMatch(Text::isPlain);
    }

    private static boolean isPlain(int c) {
        return switch (Character.getType(c)) {
            case Character.PRIVATE_USE, Character.SURROGATE, Character.UNASSIGNED -> false;
            case Character.FORMAT ->
                (c < 0x202A || c > 0x202E) && (c < 0x2066 || c > 0x206F) && (c < 0xFFF9 || c > 0xFFFB) && c < 0xE0000;
            default -> !isLetterFiller(c);
        };
    }

    /**
     * Whether no reader sees the character: control, format, private-use and unassigned characters, halves of surrogate
     * pairs, and those that are {@link #isIgnorable ignorable}. Spaces are not invisible.
     *
     * @param c a code point
     */
    static boolean isInvisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> true;
            default -> isIgnorable(c);
        };
    }

    /**
     * Whether Unicode counts the character as a letter, a mark or a symbol, and fonts show nothing for it: fillers,
     * variation selectors, the combining grapheme joiner, the blank Braille pattern.
     *
     * @param c a code point
     */
    static boolean isIgnorable(int c) {
        return isLetterFiller(c)
                || c == 0x034F
                || c == 0x2800
                || (c >= 0x180B && c <= 0x180F)
                || (c >= 0xFE00 && c <= 0xFE0F)
                || (c >= 0xE0100 && c <= 0xE01EF);
    }

    private static boolean isLetterFiller(int c) {
        return switch (c) {
            case 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0 -> true;
            default -> false;
        };
    }

    private static boolean breaksALine(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
