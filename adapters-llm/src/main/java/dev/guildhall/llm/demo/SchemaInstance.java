package dev.guildhall.llm.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.guildhall.wire.http.ProviderJson;
import java.util.Map;
import java.util.stream.Stream;

/** The minimal instance of a JSON Schema: only the required properties. It ignores patterns and formats. */
final class SchemaInstance {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int MOST_VALUES = 200;
    private static final int MOST_CHARACTERS = 1_000;

    private final JsonNode root;
    private int values;

    private SchemaInstance(JsonNode root) {
        this.root = root;
    }

    static JsonNode of(Map<String, Object> schema) {
        JsonNode root = ProviderJson.MAPPER.valueToTree(schema);
        return new SchemaInstance(root).value(root);
    }

    /** A schema that refers to itself has values without end. */
    private JsonNode value(JsonNode schema) {
        if (++values > MOST_VALUES) {
            return JSON.objectNode();
        }
        JsonNode given = first(schema, "/const", "/default", "/enum/0");
        JsonNode other = other(schema);
        if (!given.isMissingNode() || !other.isMissingNode()) {
            return given.isMissingNode() ? value(other) : given;
        }
        JsonNode type = schema.at(schema.path("type").isArray() ? "/type/0" : "/type");
        return switch (type.asText(schema.has("items") ? "array" : "object")) {
            case "string" ->
                JSON.textNode("x".repeat(Math.clamp(schema.path("minLength").asInt(), 0, MOST_CHARACTERS)));
            case "integer", "number" -> number(schema);
            case "boolean" -> JSON.booleanNode(false);
            case "null" -> JSON.nullNode();
            case "array" -> array(schema);
            default -> object(schema);
        };
    }

    private static JsonNode first(JsonNode schema, String... pointers) {
        Stream<JsonNode> found = Stream.of(pointers).map(schema::at).filter(node -> !node.isMissingNode());
        return found.findFirst().orElse(MissingNode.getInstance());
    }

    /** The schema that this one refers to, or its first alternative; missing when there is neither. */
    private JsonNode other(JsonNode schema) {
        String reference = schema.path("$ref").asText("");
        if (reference.matches("#(/.*)?")) {
            return root.at(reference.substring(1));
        }
        return schema.has("properties") ? MissingNode.getInstance() : first(schema, "/anyOf/0", "/oneOf/0", "/allOf/0");
    }

    /** Zero, or the nearest bound. */
    private static JsonNode number(JsonNode schema) {
        double above = Math.floor(schema.path("exclusiveMinimum").asDouble(-1)) + 1;
        double least = Math.max(Math.ceil(schema.path("minimum").asDouble()), above);
        return JSON.numberNode((long) Math.min(least, schema.path("maximum").asDouble(least)));
    }

    private JsonNode array(JsonNode schema) {
        var items = JSON.arrayNode();
        while (items.size() < schema.path("minItems").asInt() && values < MOST_VALUES) {
            items.add(value(schema.path("items")));
        }
        return items;
    }

    private JsonNode object(JsonNode schema) {
        var fields = JSON.objectNode();
        for (JsonNode name : schema.path("required")) {
            fields.set(name.asText(), value(schema.path("properties").path(name.asText())));
        }
        return fields;
    }
}
