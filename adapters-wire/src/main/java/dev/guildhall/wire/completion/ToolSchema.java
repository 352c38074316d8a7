package dev.guildhall.wire.completion;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Simplifies the JSON Schema of a tool's parameters to one that model APIs accept: an object with properties at its top
 * level, and references to parts of itself alone. The registry checks the arguments against the original schema.
 */
public final class ToolSchema {
    /** The most parts of a schema whose properties are put together. */
    private static final int MOST_PARTS = 200;

    private static final String REF = "$ref";
    private static final String PROPERTIES = "properties";
    private static final String REQUIRED = "required";
    private static final List<String> ALTERNATIVES = List.of("anyOf", "oneOf");
    private static final Set<String> REFUSED_AT_TOP =
            Set.of("allOf", "anyOf", "oneOf", "not", "enum", "const", "if", "then", "else", REF);

    /** The keywords whose values are data and not schemas. */
    private static final Set<String> VALUES = Set.of("default", "const", "enum", "examples");

    private final Map<String, Object> root;
    private final Set<String> followed = new HashSet<>();
    private int parts;

    private ToolSchema(Map<String, Object> root) {
        this.root = root;
    }

    /**
     * The properties of an object, and the names of those that every valid object has.
     *
     * @param schemas the descriptions of each property; a value may be valid by any of them
     */
    private record Members(Map<String, Set<Object>> schemas, Set<String> required) {
        Members() {
            this(new LinkedHashMap<>(), new LinkedHashSet<>());
        }

        /** A property may be described by null in malformed schemas. */
        void add(String name, @Nullable Object schema) {
            schemas.computeIfAbsent(name, any -> new LinkedHashSet<>()).add(schema == null ? Map.of() : schema);
        }

        void addSchemas(Members part) {
            part.schemas().forEach((name, some) -> some.forEach(schema -> add(name, schema)));
        }

        Map<String, Object> properties() {
            Map<String, Object> properties = new LinkedHashMap<>();
            schemas.forEach((name, some) -> properties.put(
                    name, some.size() == 1 ? some.iterator().next() : Map.of("anyOf", List.copyOf(some))));
            return properties;
        }
    }

    /** The simplified schema; the same one when a model API accepts it as it is. */
    public static Map<String, Object> simplified(Map<String, Object> schema) {
        ToolSchema all = new ToolSchema(schema);
        return all.resolvable(all.flattened());
    }

    private Map<String, Object> flattened() {
        if (REFUSED_AT_TOP.stream().noneMatch(root::containsKey)
                && "object".equals(root.get("type"))
                && root.get(PROPERTIES) instanceof Map<?, ?>) {
            return root;
        }
        Members members = members(root);
        Map<String, Object> flat = new LinkedHashMap<>(root);
        flat.keySet().removeAll(REFUSED_AT_TOP);
        flat.put("type", "object");
        flat.put(PROPERTIES, members.properties());
        if (!members.required().isEmpty()) {
            flat.put(REQUIRED, List.copyOf(members.required()));
        }
        return flat;
    }

    /** Each reference is followed once: a schema may refer to itself. */
    private Members members(Map<?, ?> schema) {
        Members all = new Members();
        if (++parts > MOST_PARTS) {
            return all;
        }
        if (schema.get(REF) instanceof String reference && followed.add(reference)) {
            target(reference).ifPresent(target -> addAll(all, members(target)));
        }
        if (schema.get(PROPERTIES) instanceof Map<?, ?> properties) {
            properties.forEach((name, property) -> all.add(String.valueOf(name), property));
        }
        if (schema.get(REQUIRED) instanceof List<?> required) {
            required.forEach(name -> all.required().add(String.valueOf(name)));
        }
        parts(schema, "allOf").forEach(part -> addAll(all, members(part)));
        ALTERNATIVES.forEach(keyword -> addAlternatives(all, parts(schema, keyword)));
        return all;
    }

    private static void addAll(Members all, Members part) {
        all.addSchemas(part);
        all.required().addAll(part.required());
    }

    /** Only what all alternatives require is required. */
    private void addAlternatives(Members all, List<Map<?, ?>> alternatives) {
        Optional<Set<String>> common = Optional.empty();
        for (Map<?, ?> alternative : alternatives) {
            Members some = members(alternative);
            all.addSchemas(some);
            Set<String> left = new LinkedHashSet<>(common.orElse(some.required()));
            left.retainAll(some.required());
            common = Optional.of(left);
        }
        common.ifPresent(all.required()::addAll);
    }

    private Map<String, Object> resolvable(Map<?, ?> schema) {
        Map<String, Object> out = new LinkedHashMap<>();
        schema.forEach((keyword, value) -> {
            boolean isDangling = keyword.equals(REF)
                    && value instanceof String reference
                    && target(reference).isEmpty();
            if (!isDangling) {
                out.put(String.valueOf(keyword), VALUES.contains(keyword) ? value : resolvableBelow(value));
            }
        });
        return out;
    }

    private @Nullable Object resolvableBelow(@Nullable Object value) {
        if (value instanceof List<?> schemas) {
            List<@Nullable Object> all = new ArrayList<>();
            schemas.forEach(part -> all.add(resolvableBelow(part)));
            return all;
        }
        return value instanceof Map<?, ?> schema ? resolvable(schema) : value;
    }

    /** The schema at a JSON Pointer into this one (RFC 6901, in a fragment); empty for anything else. */
    private Optional<Map<?, ?>> target(String reference) {
        if (!reference.equals("#") && !reference.startsWith("#/")) {
            return Optional.empty();
        }
        Optional<Object> current = Optional.of(root);
        String[] tokens =
                reference.equals("#") ? new String[0] : reference.substring(2).split("/", -1);
        for (String token : tokens) {
            current = current.flatMap(node -> below(node, unescaped(token)));
        }
        return current.filter(Map.class::isInstance).map(node -> (Map<?, ?>) node);
    }

    private static Optional<Object> below(Object node, String name) {
        if (node instanceof List<?> list) {
            return name.matches("\\d{1,6}") && Integer.parseInt(name) < list.size()
                    ? Optional.ofNullable(list.get(Integer.parseInt(name)))
                    : Optional.empty();
        }
        return node instanceof Map<?, ?> map ? Optional.ofNullable(map.get(name)) : Optional.empty();
    }

    private static String unescaped(String token) {
        try {
            String decoded = URLDecoder.decode(token.replace("+", "%2B"), StandardCharsets.UTF_8);
            return decoded.replace("~1", "/").replace("~0", "~");
        } catch (IllegalArgumentException malformed) {
            return token;
        }
    }

    private static List<Map<?, ?>> parts(Map<?, ?> schema, String keyword) {
        List<Map<?, ?>> all = new ArrayList<>();
        if (schema.get(keyword) instanceof List<?> list) {
            for (Object part : list) {
                if (part instanceof Map<?, ?> map) {
                    all.add(map);
                }
            }
        }
        return all;
    }
}
