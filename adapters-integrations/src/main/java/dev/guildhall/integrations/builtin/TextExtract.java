package dev.guildhall.integrations.builtin;

import dev.guildhall.integrations.text.Extracted;
import dev.guildhall.integrations.text.SourceDocument;
import dev.guildhall.integrations.text.TextExtractor;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code builtin.text_extract}: the text of a document that somebody has already. Thread-safe. */
final class TextExtract implements BuiltinTool {
    /** The most characters of a document. */
    static final int MAX_CHARACTERS = 1_000_000;

    private static final String CONTENT = "content";
    private static final String CONTENT_TYPE = "contentType";
    private static final String PDF = "application/pdf";
    private static final List<String> TYPES =
            List.of("text/html", "text/plain", "text/markdown", "application/xml", "application/json", PDF);
    private static final ToolSpec SPEC = new ToolSpec(
            new ToolName("builtin.text_extract"),
            "Turns a document that you have into plain text: HTML without tags, scripts and hidden parts, XML without"
                    + " tags, PDF. Answers with title, text and links. Use builtin.http_fetch for a document that you"
                    + " have only the address of.",
            Parameters.object(
                    List.of(CONTENT),
                    CONTENT,
                    Parameters.text("The document itself; a PDF in base64.", MAX_CHARACTERS),
                    CONTENT_TYPE,
                    Parameters.choice("What the document is.", TYPES),
                    TextLimit.NAME,
                    TextLimit.SCHEMA),
            ToolSource.BUILTIN);

    private final TextExtractor texts;

    TextExtract(TextExtractor texts) {
        this.texts = texts;
    }

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public Map<String, Object> run(BuiltinArguments arguments) {
        String type = arguments.choice(CONTENT_TYPE, TYPES);
        String written = arguments.text(CONTENT, MAX_CHARACTERS);
        SourceDocument content = type.equals(PDF)
                ? new SourceDocument(decoded(written), Optional.of(PDF), "")
                : new SourceDocument(
                        written.getBytes(StandardCharsets.UTF_8), Optional.of(type + "; charset=utf-8"), "");
        Extracted document = texts.extract(content, TextLimit.of(arguments));
        return Parameters.inOrder(
                "title",
                document.title(),
                "text",
                document.text(),
                "links",
                TextLimit.links(document),
                "truncated",
                document.truncated());
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException malformed) {
            throw BuiltinArguments.bad(CONTENT, "must be base64 for " + PDF);
        }
    }
}
