package dev.guildhall.integrations.mcp.protocol;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Describes a part of a result that is not text, without its content. The text of an embedded resource is included. */
final class ContentReference {
    private ContentReference() {}

    /** The kind, the media type and the size of the part, and its address if it has one. */
    static Map<String, Object> of(Map<?, ?> block) {
        boolean embedded = block.get("resource") instanceof Map<?, ?>;
        Map<?, ?> body = embedded ? McpJson.object(block, "resource") : block;
        Map<String, Object> reference = new LinkedHashMap<>();
        reference.put("type", ServerTexts.cut(McpJson.text(block, "type").orElse("unknown"), McpLimits.WORDS));
        copy(body, "mimeType", reference);
        size(body).ifPresent(size -> reference.put("size", size));
        copy(body, "uri", reference);
        copy(body, "name", reference);
        if (embedded) {
            McpJson.text(body, "text").ifPresent(text -> reference.put("text", text));
        }
        return reference;
    }

    private static void copy(Map<?, ?> from, String name, Map<String, Object> to) {
        McpJson.text(from, name).ifPresent(text -> to.put(name, ServerTexts.cut(text, McpLimits.WORDS)));
    }

    private static Optional<Long> size(Map<?, ?> body) {
        return McpJson.text(body, "data")
                .or(() -> McpJson.text(body, "blob"))
                .map(ContentReference::decodedLength)
                .or(() -> body.get("size") instanceof Number size ? Optional.of(size.longValue()) : Optional.empty());
    }

    /** The size of base64 content, without decoding it. */
    private static long decodedLength(String base64) {
        int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
        return base64.length() * 3L / 4 - padding;
    }
}
