package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.guildhall.integrations.schema.SchemaKeyword;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Imports schemas of a document into a tool's schema. Referenced schemas are added once, under {@code $defs}, so that
 * recursive schemas stay finite; keywords that validators do not know are omitted.
 */
final class SchemaImport {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String REF = "$ref";
    private static final Set<String> OF_NAMES = Set.of("properties", "patternProperties", "dependentSchemas");
    private static final Set<String> ONE = Set.of(("items additionalProperties not if then else contains propertyNames"
                    + " unevaluatedProperties unevaluatedItems")
            .split(" "));
    private static final Set<String> MANY = Set.of("allOf", "anyOf", "oneOf", "prefixItems");

    private final References references;
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, JsonNode> definitions = new LinkedHashMap<>();
    private final Deque<String> open = new ArrayDeque<>();

    SchemaImport(References references) {
        this.references = references;
    }

    /** An equivalent schema of draft 2020-12. */
    JsonNode imported(JsonNode schema) {
        if (!schema.isObject()) {
            return schema.isBoolean() ? schema : NODES.objectNode();
        }
        ObjectNode out = NODES.objectNode();
        if (schema.path(REF).isTextual()) {
            out.put(REF, "#/$defs/" + definition(schema.path(REF).textValue()));
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
                members.set(member.getKey(), imported(member.getValue()));
            }
        } else if (MANY.contains(keyword) && value.isArray()) {
            ArrayNode members = out.putArray(keyword);
            for (JsonNode member : value) {
                members.add(imported(member));
            }
        } else if (ONE.contains(keyword) && (value.isObject() || value.isBoolean())) {
            out.set(keyword, imported(value));
        } else if (SchemaKeyword.isCheck(keyword) && SchemaKeyword.isValid(keyword, value)) {
            out.set(keyword, bounded(keyword, value));
        }
    }

    private String definition(String reference) {
        String known = names.get(reference);
        if (known != null) {
            return known;
        }
        String last = reference.substring(reference.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9_.-]", "_");
        String name = last.isEmpty() ? "Root" : last;
        for (int i = 2; names.containsValue(name); i++) {
            name = last + "_" + i;
        }
        names.put(reference, name);
        open.add(reference);
        return name;
    }

    /** All schemas that were referred to, also by each other; beyond the limit a schema accepts any value. */
    Map<String, JsonNode> definitions() {
        while (!open.isEmpty()) {
            String reference = open.remove();
            String name = String.valueOf(names.get(reference));
            boolean fits = definitions.size() < OpenApiLimits.DEFINITIONS;
            definitions.put(name, fits ? target(reference) : NODES.objectNode());
        }
        return definitions;
    }

    /** A reference to nothing, or to another document, accepts any value. */
    private JsonNode target(String reference) {
        try {
            return imported(references.target(reference));
        } catch (Unsupported | BrokenDocument dangling) {
            return NODES.objectNode();
        }
    }

    private static JsonNode bounded(String keyword, JsonNode value) {
        return keyword.equals("description")
                ? TextNode.valueOf(ToolWording.cut(value.textValue(), OpenApiLimits.SCHEMA_DESCRIPTION))
                : value;
    }

    /** Converts 3.0's {@code nullable} and boolean exclusive bounds. */
    private static void modernise(JsonNode schema, ObjectNode out) {
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
}
