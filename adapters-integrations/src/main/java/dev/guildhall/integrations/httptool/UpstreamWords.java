package dev.guildhall.integrations.httptool;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/** An upstream's own error message, shortened to the end of a sentence. */
final class UpstreamWords {
    private static final List<JsonPointer> USUAL = List.of(
            JsonPointer.compile("/error/message"),
            JsonPointer.compile("/message"),
            JsonPointer.compile("/error_description"),
            JsonPointer.compile("/error"),
            JsonPointer.compile("/detail"),
            JsonPointer.compile("/title"),
            JsonPointer.compile("/errors/0/message"));
    private static final JsonPointer DETAILS = JsonPointer.compile("/errors");

    private UpstreamWords() {}

    /** The message of a failure, at that position or at one of the usual ones. */
    static Optional<String> in(JsonNode json, Optional<JsonPointer> error, ResponseRedaction redaction) {
        List<JsonPointer> places = error.map(List::of).orElse(USUAL);
        Optional<String> words = places.stream()
                .map(json::at)
                .filter(node -> !node.isMissingNode() && !node.isNull())
                .map(UpstreamWords::text)
                .filter(text -> !text.isBlank())
                .findFirst();
        Optional<String> details = Optional.of(json.at(DETAILS))
                .filter(node -> node.isArray() && !node.isEmpty() && error.isEmpty())
                .map(JsonNode::toString);
        Optional<String> both = words.map(
                        text -> details.map(more -> text + " " + more).orElse(text))
                .or(() -> details);
        return both.map(text -> of(text, redaction));
    }

    private static String text(JsonNode node) {
        return node.isTextual() ? node.textValue() : node.toString();
    }

    /** One line without secrets, control characters and bidirectional overrides, and not too long. */
    static String of(String text, ResponseRedaction redaction) {
        StringBuilder line = new StringBuilder();
        redaction.of(text).codePoints().map(UpstreamWords::visible).forEach(line::appendCodePoint);
        String words = line.toString().replaceAll("\\s+", " ").strip();
        int count = words.codePointCount(0, words.length());
        return count <= HttpToolLimits.WORDS
                ? words
                : words.substring(0, words.offsetByCodePoints(0, HttpToolLimits.WORDS)) + "…";
    }

    private static int visible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> ' ';
            default -> c;
        };
    }
}
