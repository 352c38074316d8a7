package dev.guildhall.integrations.text;

/**
 * Collects text up to a limit, without invisible characters: control characters, bidirectional marks, tags and other
 * characters without a width, which could hide words from a reader. Not thread-safe.
 */
final class ReadableText {
    private static final int ZERO_WIDTH_NON_JOINER = 0x200c;
    private static final int ZERO_WIDTH_JOINER = 0x200d;
    private static final int FIRST_SELECTOR = 0xe0100;
    private static final int LAST_SELECTOR = 0xe01ef;

    private final StringBuilder text = new StringBuilder();
    private final int most;
    private boolean full;

    ReadableText(int most) {
        this.most = most;
    }

    /** One line of such text, trimmed. */
    static String line(String text, int most) {
        ReadableText line = new ReadableText(most);
        line.words(text);
        return line.toString();
    }

    boolean isFull() {
        return full;
    }

    /** Adds text unchanged, with its line breaks. */
    void exactly(String more) {
        more.codePoints()
                .takeWhile(_ -> !full)
                .filter(c -> c == '\n' || c == '\t' || isVisible(c))
                .forEach(this::add);
    }

    /** Adds text with each run of white space as one space. */
    void words(String more) {
        more.codePoints().takeWhile(_ -> !full).forEach(c -> {
            if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
                space();
            } else if (isVisible(c)) {
                add(c);
            }
        });
    }

    /** Adds a space unless the text ends in one, or a line begins. */
    void space() {
        if (!text.isEmpty() && text.charAt(text.length() - 1) > ' ') {
            add(' ');
        }
    }

    /** Ends a line unless it is empty. */
    void line() {
        trimLine();
        if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
            add('\n');
        }
    }

    /** Ends a line and adds an empty one, unless there is one already. */
    void paragraph() {
        line();
        int length = text.length();
        if (length > 1 && text.charAt(length - 2) != '\n') {
            add('\n');
        }
    }

    private void trimLine() {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        text.setLength(end);
    }

    private void add(int c) {
        if (text.length() + Character.charCount(c) > most) {
            full = true;
        } else {
            text.appendCodePoint(c);
        }
    }

    static boolean isVisible(int c) {
        if (c >= FIRST_SELECTOR && c <= LAST_SELECTOR) {
            return false;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.SURROGATE, Character.UNASSIGNED -> false;
            // Two of these join letters and emoji, which is visible.
            case Character.FORMAT -> c == ZERO_WIDTH_JOINER || c == ZERO_WIDTH_NON_JOINER;
            default -> true;
        };
    }

    @Override
    public String toString() {
        return text.toString().strip();
    }
}
