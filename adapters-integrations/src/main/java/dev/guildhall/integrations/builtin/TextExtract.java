package dev.guildhall.integrations.builtin;

import dev.guildhall.integrations.text.Extracted;
import dev.guildhall.integrations.text.SourceDocument;
import dev.guildhall.integrations.text.TextExtractor;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code builtin.text_extract}: the text of a document that the caller sends. */
final class TextExtract {
    /** The most characters of a document. */
    static final int MAX_CHARACTERS = 1_000_000;

    private static final String CONTENT = "content";
    private static final String CONTENT_TYPE = "contentType";
    private static final String PDF = "application/pdf";
    private static final List<String> TYPES =
            List.of("text/html", "text/plain", "text/markdown", "application/xml", "application/json", PDF);

    private TextExtract() {}

    static BuiltinTool tool(TextExtractor texts) {
        return BuiltinTool.of(
                "text_extract",
                "Turns a document that you have into plain text: HTML without tags, scripts and hidden parts, XML"
                    + " without tags, PDF. Answers with title, text and links. Use builtin.http_fetch for a document"
                    + " that you have only the address of.",
                Parameters.object(
                        List.of(CONTENT),
                        CONTENT,
                        Parameters.text("The document itself; a PDF in base64.", MAX_CHARACTERS),
                        CONTENT_TYPE,
                        Parameters.choice("What the document is.", TYPES),
                        TextLimit.NAME,
                        TextLimit.SCHEMA),
                arguments -> extracted(texts, arguments));
    }

    private static Map<String, Object> extracted(TextExtractor texts, BuiltinArguments arguments) {
        String type = arguments.optionalText(CONTENT_TYPE).orElse(TYPES.getFirst());
        String written = arguments.text(CONTENT);
        SourceDocument content = type.equals(PDF)
                ? new SourceDocument(decoded(written), Optional.of(PDF), "")
                : new SourceDocument(
                        written.getBytes(StandardCharsets.UTF_8), Optional.of(type + "; charset=utf-8"), "");
        Extracted document = texts.extract(arguments.countsFor(), content, TextLimit.of(arguments));
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
            throw ToolFault.invalid(CONTENT, "must be base64 for " + PDF);
        }
    }
}
