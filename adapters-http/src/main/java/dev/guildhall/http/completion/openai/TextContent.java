package dev.guildhall.http.completion.openai;

import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.function.Supplier;

/** Reads the content of a message: one text, or text parts, which are joined without a separator. */
final class TextContent {
    private static final int MOST_PARTS = 1_000;
    private static final RequestReader<List<String>> PARTS =
            RequestReader.list(RequestReader.object(TextContent::part), MOST_PARTS);

    private TextContent() {}

    static RequestReader<String> reader() {
        return (node, path) -> {
            if (node.isTextual()) {
                return RequestReader.text().read(node, path);
            }
            if (!node.isArray() || node.isEmpty()) {
                throw Refusal.invalid(path, "must be a string or a non-empty array of text parts");
            }
            return String.join("", PARTS.read(node, path));
        };
    }

    private static String part(JsonBody body) {
        body.required("type", RequestReader.text(TextContent::requireText));
        body.check();
        Supplier<String> text = body.required("text", RequestReader.text());
        body.check();
        return text.get();
    }

    private static String requireText(String type) {
        if (!type.equals("text")) {
            throw Refusal.invalid("type", "must be text: pictures, sound and files are not supported");
        }
        return type;
    }
}
