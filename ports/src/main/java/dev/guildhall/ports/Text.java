package dev.guildhall.ports;

import dev.guildhall.ports.problem.Refusal;

/** Rules that a text from a request, a model or a tool must follow before it becomes a value. */
public interface Text {
    /** Replaces a character that cannot be shown, U+FFFD. */
    int REPLACEMENT = 0xFFFD;

    /**
     * Whether the text can be stored and sent: it has no NUL and no half of a surrogate pair.
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
     * The text with U+FFFD in place of each character that cannot be stored, so that one bad character does not lose
     * the text of a model or a tool.
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
     * @param field the field that the problem names when the value is malformed
     * @param min fewest characters (code points) after trimming
     * @param max most characters (code points) after trimming
     * @return the trimmed text
     * @throws Refusal with {@code CommonProblem.Invalid} naming the field
     */
    static String requireLine(String field, String text, int min, int max) {
        if (text.length() >= min && text.length() <= max && isVisibleAscii(text)) {
            return text;
        }
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
     * Accepts a new name: {@link #requireStoredName a name} without {@link #hides hidden characters}, so that two names
     * that look alike do not differ in characters that readers cannot see.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming the field
     */
    static String requireName(String field, String text, int min, int max) {
        if (text.length() >= min && text.length() <= max && isVisibleAscii(text)) {
            return text;
        }
        String line = requireStoredName(field, text, min, max);
        if (hides(line)) {
            throw Refusal.invalid(field, "must not contain characters that are not shown, where no script needs them");
        }
        return line;
    }

    /** Whether a text has only the characters from {@code !} to {@code ~}. */
    static boolean isVisibleAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) <= ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    /**
     * Accepts a name that may have been stored before: {@link #requireLine a line} with a visible character, whose
     * characters are all {@link #isPlain plain}.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming the field
     */
    static String requireStoredName(String field, String text, int min, int max) {
        String line = requireLine(field, text, min, max);
        if (line.codePoints().allMatch(c -> isInvisible(c) || Character.isSpaceChar(c))) {
            throw Refusal.invalid(field, "must have a visible character");
        }
        requirePlain(field, line);
        return line;
    }

    /**
     * Whether a line has an invisible character that the script around it does not need. Joiners, variation selectors
     * and zero-width spaces are needed after emoji and after letters of most scripts, but not of Latin, Greek and
     * Cyrillic; direction marks are needed in a line with letters of a right-to-left script.
     */
    private static boolean hides(String line) {
        boolean isBidirectional = line.codePoints().anyMatch(Text::isRightToLeftLetter);
        int before = ' ';
        for (int c : withoutEmojiSequences(line).codePoints().toArray()) {
            if (!isInvisible(c)) {
                before = isMarkOfAnyScript(c) ? before : c;
            } else if (isDirectionMark(c) ? !isBidirectional : !needsInvisible(before)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isRightToLeftLetter(int c) {
        byte direction = Character.getDirectionality(c);
        return Character.isLetter(c)
                && (direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
                        || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC);
    }

    private static boolean isDirectionMark(int c) {
        return c == 0x200E || c == 0x200F || c == 0x061C;
    }

    private static boolean isMarkOfAnyScript(int c) {
        return Character.UnicodeScript.of(c) == Character.UnicodeScript.INHERITED;
    }

    private static boolean needsInvisible(int before) {
        return switch (Character.UnicodeScript.of(before)) {
            case LATIN, GREEK, CYRILLIC -> false;
            case COMMON -> before >= 0x80 && Character.isEmoji(before);
            default -> true;
        };
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
     * Whether the text neither reorders the text around it nor contains hidden text: it has no bidirectional embedding,
     * override or isolate, no deprecated or annotating format character, no Hangul filler, no Khmer inherent vowel, and
     * no private-use or unassigned character. Joiners, variation selectors and the marks U+200E and U+200F are plain,
     * since scripts and emoji need them; tag characters are plain in the emoji of a flag.
     */
    private static boolean isPlain(String text) {
        return withoutEmojiSequences(text).codePoints().allMatch(Text::isPlain);
    }

    /** The text without the flag and keycap emoji that begin with a plain character. */
    private static String withoutEmojiSequences(String text) {
        String flag = "\\x{1F3F4}[\\x{E0030}-\\x{E0039}\\x{E0061}-\\x{E007A}]{3,6}\\x{E007F}";
        String keycap = "[0-9#*]\\x{FE0F}\\x{20E3}";
        return text.replaceAll(flag + "|" + keycap, "");
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
     * Whether readers cannot see the character: control, format, private-use and unassigned characters, halves of
     * surrogate pairs, and {@link #isIgnorable ignorable} characters. Spaces are not invisible.
     *
     * @param c a code point
     */
    static boolean isInvisible(int c) {
        if (c >= ' ' && c <= '~') {
            return false;
        }
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
     * Whether Unicode counts the character as a letter, a mark or a symbol, and fonts show nothing: fillers, variation
     * selectors, the combining grapheme joiner, the blank Braille pattern.
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
