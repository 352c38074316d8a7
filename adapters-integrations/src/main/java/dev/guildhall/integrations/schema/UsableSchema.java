package dev.guildhall.integrations.schema;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A schema without what this validator cannot take: references to other documents or to nothing, patterns that Java
 * cannot compile, and keywords with values that JSON Schema does not allow. What remains is checked.
 */
final class UsableSchema {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String PATTERNS = "patternProperties";
    private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");
    private static final Set<String> VALUES = Set.of("default", "const", "enum", "examples");
    private static final Set<String> OF_NAMES =
            Set.of("properties", PATTERNS, "dependentSchemas", "$defs", "definitions");

    private static final Pattern DIALECT =
            Pattern.compile("https?://json-schema\\.org/draft(-0[467]|/2019-09|/2020-12)/schema#?");

    private final JsonNode root;
    private final Set<String> ids;
    private final Set<String> anchors;
    private final boolean isOlder;

    private UsableSchema(JsonNode root) {
        this.root = root;
        String dialect = root.path("$schema").asText();
        this.isOlder = DIALECT.matcher(dialect).matches() && !dialect.contains("2020-12");
        this.ids = texts(root.findValues("$id"));
        this.anchors = texts(root.findValues("$anchor"));
        anchors.addAll(texts(root.findValues("$dynamicAnchor")));
    }

    private static Set<String> texts(List<JsonNode> values) {
        return values.stream()
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .collect(Collectors.toCollection(HashSet::new));
    }

    static JsonNode of(JsonNode schema) {
        return new UsableSchema(schema).usable(schema);
    }

    private JsonNode usable(JsonNode node) {
        if (node.isArray()) {
            ArrayNode parts = NODES.arrayNode();
            node.forEach(part -> parts.add(usable(part)));
            return parts;
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode schema = NODES.objectNode();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            String keyword = entry.getKey();
            JsonNode value = entry.getValue();
            if (VALUES.contains(keyword) && isUsable(keyword, value)) {
                schema.set(keyword, value);
            } else if (OF_NAMES.contains(keyword) && value.isObject()) {
                schema.set(keyword, members(keyword, value));
            } else if (isUsable(keyword, value)) {
                schema.set(keyword, usable(value));
            }
        }
        return schema;
    }

    private ObjectNode members(String keyword, JsonNode value) {
        ObjectNode members = NODES.objectNode();
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            if (!keyword.equals(PATTERNS) || BoundedPattern.compiles(member.getKey())) {
                members.set(member.getKey(), usable(member.getValue()));
            }
        }
        return members;
    }

    private boolean isUsable(String keyword, JsonNode value) {
        if (OF_NAMES.contains(keyword)) {
            return false;
        }
        if (REFERENCES.contains(keyword)) {
            return value.isTextual() && leadsSomewhere(value.textValue());
        }
        if (keyword.equals("$schema")) {
            return value.isTextual() && DIALECT.matcher(value.textValue()).matches();
        }
        return isOlder ? SchemaKeyword.isValidInOlder(keyword, value) : SchemaKeyword.isValid(keyword, value);
    }

    private boolean leadsSomewhere(String reference) {
        String[] parts = reference.split("#", 2);
        if (!parts[0].isEmpty()) {
            return ids.stream().anyMatch(id -> id.equals(parts[0]) || id.endsWith("/" + parts[0]));
        }
        String fragment = parts.length == 1 ? "" : parts[1];
        return fragment.isEmpty() || (fragment.startsWith("/") ? isPart(fragment) : anchors.contains(fragment));
    }

    private boolean isPart(String pointer) {
        try {
            String decoded = URLDecoder.decode(pointer.replace("+", "%2B"), StandardCharsets.UTF_8);
            return !root.at(JsonPointer.compile(decoded)).isMissingNode();
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }
}
