package dev.guildhall.llm.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The minimal instance of a JSON Schema for tools or answers: only the required properties. It ignores patterns and
 * formats, and leaves objects empty below a maximal depth.
 */
final class SchemaInstance {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int DEEPEST = 16;
    private static final int MOST_VALUES = 1_000;
    private static final int MOST_CHARACTERS = 1_000;

    private final JsonNode root;
    private int values;

    private SchemaInstance(JsonNode root) {
        this.root = root;
    }

    static JsonNode of(Map<String, Object> schema) {
        JsonNode root = DemoJson.MAPPER.valueToTree(schema);
        return new SchemaInstance(root).value(root, 0);
    }

    private JsonNode value(JsonNode schema, int depth) {
        values++;
        if (depth > DEEPEST || values > MOST_VALUES) {
            return JSON.objectNode();
        }
        for (JsonNode said : List.of(schema.path("const"), schema.path("default"), schema.at("/enum/0"))) {
            if (!said.isMissingNode()) {
                return said;
            }
        }
        JsonNode other = other(schema);
        return other.isMissingNode() ? ofType(schema, depth) : value(other, depth + 1);
    }

    private JsonNode other(JsonNode schema) {
        String reference = schema.path("$ref").asText("");
        if (reference.equals("#") || reference.startsWith("#/")) {
            return root.at(reference.substring(1));
        }
        Iterator<String> alternatives =
                List.of("/anyOf/0", "/oneOf/0", "/allOf/0").iterator();
        JsonNode first = schema.at(alternatives.next());
        while (first.isMissingNode() && alternatives.hasNext()) {
            first = schema.at(alternatives.next());
        }
        return schema.has("properties") ? schema.path("") : first;
    }

    private JsonNode ofType(JsonNode schema, int depth) {
        return switch (type(schema)) {
            case "string" ->
                JSON.textNode("x".repeat(Math.clamp(schema.path("minLength").asLong(0), 0, MOST_CHARACTERS)));
            case "integer", "number" -> number(schema);
            case "boolean" -> JSON.booleanNode(false);
            case "null" -> JSON.nullNode();
            case "array" -> array(schema, depth);
            default -> object(schema, depth);
        };
    }

    private static String type(JsonNode schema) {
        JsonNode type = schema.path("type");
        return (type.isArray() ? type.path(0) : type).asText(schema.has("items") ? "array" : "object");
    }

    /** Zero, or the nearest bound. */
    private static JsonNode number(JsonNode schema) {
        long least = Math.max(
                (long) Math.ceil(schema.path("minimum").asDouble(Long.MIN_VALUE)),
                (long) Math.floor(schema.path("exclusiveMinimum").asDouble(Long.MIN_VALUE)) + 1);
        long most = schema.path("maximum").asLong(Long.MAX_VALUE);
        return JSON.numberNode(Math.min(Math.max(0, least), Math.max(least, most)));
    }

    private ArrayNode array(JsonNode schema, int depth) {
        ArrayNode items = JSON.arrayNode();
        long least = Math.min(schema.path("minItems").asLong(0), MOST_VALUES);
        while (items.size() < least && values <= MOST_VALUES) {
            items.add(value(schema.path("items"), depth + 1));
        }
        return items;
    }

    private ObjectNode object(JsonNode schema, int depth) {
        ObjectNode fields = JSON.objectNode();
        for (JsonNode name : schema.path("required")) {
            fields.set(name.asText(), value(schema.path("properties").path(name.asText()), depth + 1));
        }
        return fields;
    }
}
