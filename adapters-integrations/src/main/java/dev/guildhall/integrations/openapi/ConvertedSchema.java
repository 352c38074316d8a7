package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.guildhall.integrations.schema.SchemaKeyword;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A schema of a document as one of draft 2020-12; keywords that validators do not know are omitted.
 *
 * @param schema its references lead to {@code #/$defs/<name>}
 * @param references the document's references in it
 * @param size its length as JSON, in characters
 * @param elsewhere why it is in another document; absent when it is not
 * @param dangling why it accepts any value instead; absent when it is whole
 */
record ConvertedSchema(
        JsonNode schema, Set<String> references, int size, Optional<String> elsewhere, Optional<String> dangling) {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String REF = "$ref";
    private static final String PATTERNS = "patternProperties";
    private static final Set<String> OF_NAMES = Set.of("properties", PATTERNS, "dependentSchemas");
    private static final Set<String> ONE = Set.of(("items additionalProperties not if then else contains propertyNames"
                    + " unevaluatedProperties unevaluatedItems")
            .split(" "));
    private static final Set<String> MANY = Set.of("allOf", "anyOf", "oneOf", "prefixItems");

    /** Converts a schema; the names of references are below {@code $defs}. */
    static ConvertedSchema of(JsonNode schema, UnaryOperator<String> names) {
        Set<String> references = new LinkedHashSet<>();
        JsonNode converted = new Conversion(names, references).converted(schema);
        return new ConvertedSchema(
                converted, references, converted.toString().length(), Optional.empty(), Optional.empty());
    }

    static ConvertedSchema outside(String reason) {
        return new ConvertedSchema(NODES.objectNode(), Set.of(), 2, Optional.of(reason), Optional.empty());
    }

    static ConvertedSchema open(String reason) {
        return new ConvertedSchema(NODES.objectNode(), Set.of(), 2, Optional.empty(), Optional.of(reason));
    }

    /** The same schema with another description. */
    ConvertedSchema described(String description) {
        if (!(schema instanceof ObjectNode object)) {
            return this;
        }
        String cut = ToolWording.cut(description, OpenApiLimits.SCHEMA_DESCRIPTION);
        ObjectNode described = NODES.objectNode().<ObjectNode>setAll(object);
        described.put("description", cut);
        return new ConvertedSchema(described, references, size + cut.length(), elsewhere, dangling);
    }

    private record Conversion(UnaryOperator<String> names, Set<String> references) {
        JsonNode converted(JsonNode schema) {
            if (!schema.isObject()) {
                return schema.isBoolean() ? schema : NODES.objectNode();
            }
            ObjectNode out = NODES.objectNode();
            if (schema.path(REF).isTextual()) {
                String reference = schema.path(REF).textValue();
                references.add(reference);
                out.put(REF, "#/$defs/" + names.apply(reference));
            }
            for (Map.Entry<String, JsonNode> entry : schema.properties()) {
                copy(entry.getKey(), entry.getValue(), out);
            }
            modernise(schema, out);
            return out;
        }

        private void copy(String keyword, JsonNode value, ObjectNode out) {
            if (OF_NAMES.contains(keyword) && value.isObject()) {
                ObjectNode members = out.putObject(keyword);
                for (Map.Entry<String, JsonNode> member : value.properties()) {
                    boolean isUsable = !keyword.equals(PATTERNS)
                            || SchemaKeyword.isValid("pattern", TextNode.valueOf(member.getKey()));
                    if (isUsable) {
                        members.set(member.getKey(), converted(member.getValue()));
                    }
                }
            } else if (MANY.contains(keyword) && value.isArray()) {
                ArrayNode members = out.putArray(keyword);
                value.forEach(member -> members.add(converted(member)));
                if (members.isEmpty()) {
                    out.remove(keyword);
                }
            } else if (ONE.contains(keyword) && (value.isObject() || value.isBoolean())) {
                out.set(keyword, converted(value));
            } else if (SchemaKeyword.isCheck(keyword) && SchemaKeyword.isValid(keyword, value)) {
                out.set(keyword, bounded(keyword, value));
            }
        }
    }

    private static JsonNode bounded(String keyword, JsonNode value) {
        return keyword.equals("description")
                ? TextNode.valueOf(ToolWording.cut(value.textValue(), OpenApiLimits.SCHEMA_DESCRIPTION))
                : value;
    }

    /** Converts 3.0's {@code nullable} and boolean exclusive bounds. */
    private static void modernise(JsonNode schema, ObjectNode out) {
        boolean nullable = schema.path("nullable").asBoolean(false)
                || schema.path("x-nullable").asBoolean(false);
        if (nullable && schema.path("type").isTextual()) {
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
}
