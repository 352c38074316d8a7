package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.wire.json.Json;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the text of a document, JSON or YAML, strictly: one object without duplicate names, nothing after its end. */
final class DocumentText {
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final Pattern MARKS = Pattern.compile(" \\(start marker.*", Pattern.DOTALL);

    private DocumentText() {}

    /** The object; throws {@link BrokenDocument} when there is none. */
    static JsonNode read(String text) {
        if (size(text) > OpenApiLimits.DOCUMENT_BYTES) {
            throw new BrokenDocument("must be at most " + OpenApiLimits.DOCUMENT_BYTES + " bytes");
        }
        String bare = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        boolean isJson = bare.stripLeading().startsWith("{");
        try {
            JsonNode document = isJson ? Json.MAPPER.readTree(bare) : YamlTree.read(bare);
            if (!document.isObject()) {
                throw new BrokenDocument("must be an object in JSON or YAML");
            }
            return document;
        } catch (JsonProcessingException broken) {
            String reason =
                    MARKS.matcher(String.valueOf(broken.getOriginalMessage())).replaceAll("");
            throw new BrokenDocument("is not JSON: " + reason + place(broken.getLocation()));
        }
    }

    private static long size(String text) {
        return text.length() > OpenApiLimits.DOCUMENT_BYTES
                ? text.length()
                : text.codePoints()
                        .mapToLong(c -> c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4)
                        .sum();
    }

    private static String place(@Nullable JsonLocation location) {
        return location == null ? "" : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
    }
}
