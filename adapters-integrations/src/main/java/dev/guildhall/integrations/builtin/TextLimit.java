package dev.guildhall.integrations.builtin;

import dev.guildhall.integrations.text.Extracted;
import java.util.List;
import java.util.Map;

/** The bound of the text that a tool returns, and the links of a document. */
final class TextLimit {
    static final String NAME = "maxCharacters";

    private static final int FALLBACK = 20_000;
    private static final int MOST = 100_000;

    static final Map<String, Object> SCHEMA =
            Parameters.integer("The most characters of text to answer with; the rest is cut.", FALLBACK, 1, MOST);

    private TextLimit() {}

    static int of(BuiltinArguments arguments) {
        return arguments.integer(NAME, FALLBACK);
    }

    static List<Map<String, Object>> links(Extracted document) {
        return document.links().stream()
                .map(link -> Parameters.inOrder("text", link.text(), "url", link.url()))
                .toList();
    }
}
