package dev.guildhall.wire.openai;

/** Finds the end of a JSON object that comes in parts. In text that is not JSON the result is undefined. Not thread-safe. */
final class ObjectEnd {
    private int depth;
    private boolean inText;
    private boolean escaped;
    private boolean reached;

    void read(String part) {
        for (int i = 0; i < part.length(); i++) {
            read(part.charAt(i));
        }
    }

    /** Whether the object is complete. */
    boolean isReached() {
        return reached;
    }

    private void read(char one) {
        if (inText) {
            inText = escaped || one != '"';
            escaped = !escaped && one == '\\';
            return;
        }
        switch (one) {
            case '"' -> inText = true;
            case '{' -> depth++;
            case '}' -> {
                depth--;
                reached |= depth == 0;
            }
            default -> {}
        }
    }
}
