package dev.guildhall.integrations.httptool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A body with placeholders for values. It is a tree and not a text, so that a value stays one value whatever it
 * contains. Placeholders without a value are omitted, and so are objects and lists that become empty by that.
 */
public final class BodyTemplate {
    /** The only member of an object that is a placeholder for a parameter. */
    public static final String PARAMETER = "$param";

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final JsonNode tree;

    private BodyTemplate(JsonNode tree) {
        this.tree = tree;
    }

    /** JSON in which <code>{"$param": "name"}</code> is a placeholder for the value of a parameter. */
    public static BodyTemplate of(JsonNode tree) {
        return new BodyTemplate(tree.deepCopy());
    }

    /**
     * Nested objects with placeholders at the given JSON Pointers (RFC 6901), by parameter name; throws when a pointer
     * is malformed, or a part of another one.
     */
    public static BodyTemplate at(Map<String, String> pointers) {
        ObjectNode root = NODES.objectNode();
        for (Map.Entry<String, String> entry : pointers.entrySet()) {
            ObjectNode reference = NODES.objectNode().put(PARAMETER, entry.getKey());
            if (!entry.getValue().isEmpty()) {
                put(root, entry.getValue(), reference);
            } else if (pointers.size() == 1) {
                return new BodyTemplate(reference);
            } else {
                throw new IllegalArgumentException("a parameter that is the whole body leaves no room for another");
            }
        }
        return new BodyTemplate(root);
    }

    private static void put(ObjectNode root, String pointer, ObjectNode reference) {
        if (!pointer.startsWith("/")) {
            throw new IllegalArgumentException("the pointer " + pointer + " must begin with / (RFC 6901)");
        }
        String[] tokens = pointer.substring(1).split("/", -1);
        ObjectNode parent = root;
        for (int i = 0; i < tokens.length - 1; i++) {
            String name = unescaped(tokens[i]);
            JsonNode child = parent.path(name);
            if (child.isMissingNode()) {
                parent = parent.putObject(name);
            } else if (child instanceof ObjectNode object && parameterOf(object).isEmpty()) {
                parent = object;
            } else {
                throw new IllegalArgumentException("the pointer " + pointer + " leads through another parameter");
            }
        }
        String last = unescaped(tokens[tokens.length - 1]);
        if (parent.has(last)) {
            throw new IllegalArgumentException("the pointer " + pointer + " is the position of another parameter");
        }
        parent.set(last, reference);
    }

    private static String unescaped(String token) {
        return token.replace("~1", "/").replace("~0", "~");
    }

    public Set<String> parameters() {
        Set<String> names = new LinkedHashSet<>();
        collect(tree, names);
        return names;
    }

    private static void collect(JsonNode node, Set<String> names) {
        Optional<String> parameter = parameterOf(node);
        if (parameter.isPresent()) {
            names.add(parameter.get());
        } else {
            node.forEach(child -> collect(child, names));
        }
    }

    private static Optional<String> parameterOf(JsonNode node) {
        return node.isObject() && node.size() == 1 && node.path(PARAMETER).isTextual()
                ? Optional.of(node.path(PARAMETER).textValue())
                : Optional.empty();
    }

    /** The body: an empty object when no placeholder has a value; empty when it is a single value that is absent. */
    Optional<JsonNode> body(Map<String, JsonNode> values) {
        Optional<JsonNode> body = expand(tree, values);
        return body.isPresent() || parameterOf(tree).isPresent() ? body : Optional.of(NODES.objectNode());
    }

    private static Optional<JsonNode> expand(JsonNode node, Map<String, JsonNode> values) {
        Optional<String> parameter = parameterOf(node);
        if (parameter.isPresent()) {
            return Optional.ofNullable(values.get(parameter.get()));
        }
        if (node.isObject() && !node.isEmpty()) {
            return object(node, values);
        }
        if (node.isArray() && !node.isEmpty()) {
            return array(node, values);
        }
        return Optional.of(node);
    }

    private static Optional<JsonNode> object(JsonNode node, Map<String, JsonNode> values) {
        Map<String, JsonNode> members = new LinkedHashMap<>();
        node.properties()
                .forEach(member ->
                        expand(member.getValue(), values).ifPresent(value -> members.put(member.getKey(), value)));
        return members.isEmpty()
                ? Optional.empty()
                : Optional.of(NODES.objectNode().setAll(members));
    }

    private static Optional<JsonNode> array(JsonNode node, Map<String, JsonNode> values) {
        ArrayNode elements = NODES.arrayNode();
        node.forEach(element -> expand(element, values).ifPresent(elements::add));
        return elements.isEmpty() ? Optional.empty() : Optional.of(elements);
    }
}
