package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** The supported keywords of schemas, and the conversion of OpenAPI 3.0's keywords to draft 2020-12. */
final class SchemaWords {
    private static final Set<String> NUMBERS = Set.of(
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minProperties",
            "maxProperties",
            "minContains",
            "maxContains");
    private static final Set<String> TEXTS = Set.of("title", "description", "format", "pattern");

    private SchemaWords() {}

    static boolean isKnown(String keyword, JsonNode value) {
        return switch (keyword) {
            case "type" -> value.isTextual() || value.isArray();
            case "enum" -> value.isArray() && !value.isEmpty();
            case "required" -> value.isArray();
            case "uniqueItems" -> value.isBoolean();
            case "const", "default" -> true;
            case "pattern" -> value.isTextual() && compiles(value.textValue());
            default ->
                (NUMBERS.contains(keyword) && value.isNumber()) || (TEXTS.contains(keyword) && value.isTextual());
        };
    }

    static JsonNode bounded(String keyword, JsonNode value) {
        return keyword.equals("description")
                ? TextNode.valueOf(ToolWording.cut(value.textValue(), OpenApiLimits.SCHEMA_DESCRIPTION))
                : value;
    }

    /** Converts 3.0's {@code nullable} and boolean exclusive bounds. */
    static void modernise(JsonNode schema, ObjectNode out) {
        if (schema.path("nullable").asBoolean(false) && schema.path("type").isTextual()) {
            out.putArray("type").add(schema.path("type")).add("null");
        }
        exclusive(schema, out, "exclusiveMinimum", "minimum");
        exclusive(schema, out, "exclusiveMaximum", "maximum");
    }

    private static void exclusive(JsonNode schema, ObjectNode out, String exclusive, String bound) {
        if (schema.path(exclusive).isBoolean() && schema.path(exclusive).booleanValue() && out.has(bound)) {
            out.set(exclusive, out.remove(bound));
        }
    }

    private static boolean compiles(String pattern) {
        try {
            Pattern.compile(pattern);
            return true;
        } catch (PatternSyntaxException foreign) {
            return false;
        }
    }
}
