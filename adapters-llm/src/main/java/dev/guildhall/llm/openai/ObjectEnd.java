package dev.guildhall.llm.openai;

/** Watches a JSON object come in pieces, for its end. What is no JSON has none, or one somewhere. Not thread-safe. */
final class ObjectEnd {
    private int depth;
    private boolean inText;
    private boolean escaped;
    private boolean reached;

    /** Reads on. */
    void read(String piece) {
        for (int i = 0; i < piece.length(); i++) {
            read(piece.charAt(i));
        }
    }

    /** Whether the object is whole. */
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
