package dev.guildhall.llm.provider;

import java.util.ArrayList;
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
    private static final int MOST_DEPTH = 8;
    private static final String REF = "$ref";
    private static final String PROPERTIES = "properties";
    private static final String REQUIRED = "required";
    private static final List<String> ALTERNATIVES = List.of("anyOf", "oneOf");
    private static final Set<String> REFUSED_AT_TOP =
            Set.of("allOf", "anyOf", "oneOf", "not", "enum", "const", "if", "then", "else", REF);

    /** The keywords whose values are data and not schemas. */
    private static final Set<String> VALUES = Set.of("default", "const", "enum", "examples");

    private final Map<String, Object> root;

    private ToolSchema(Map<String, Object> root) {
        this.root = root;
    }

    /** The properties of an object, and the names of those that every valid object has. */
    private record Members(Map<String, Object> schemas, Set<String> required) {
        Members() {
            this(new LinkedHashMap<>(), new LinkedHashSet<>());
        }

        /** A property that two parts describe may be valid by either. */
        void add(String name, Object schema) {
            schemas.merge(name, schema, (one, other) -> one.equals(other) ? one : Map.of("anyOf", List.of(one, other)));
        }
    }

    /** The simplified schema; the same one when a model API accepts it as it is. */
    public static Map<String, Object> simplified(Map<String, Object> schema) {
        ToolSchema all = new ToolSchema(schema);
        Map<String, Object> top = all.flattened();
        return all.resolvable(top);
    }

    private Map<String, Object> flattened() {
        if (REFUSED_AT_TOP.stream().noneMatch(root::containsKey) && "object".equals(root.get("type"))) {
            return root;
        }
        Members members = members(root, 0);
        Map<String, Object> flat = new LinkedHashMap<>(root);
        flat.keySet().removeAll(REFUSED_AT_TOP);
        flat.put("type", "object");
        if (!members.schemas().isEmpty()) {
            flat.put(PROPERTIES, members.schemas());
        }
        if (!members.required().isEmpty()) {
            flat.put(REQUIRED, List.copyOf(members.required()));
        }
        return flat;
    }

    private Members members(Map<?, ?> schema, int depth) {
        Members all = new Members();
        if (depth > MOST_DEPTH) {
            return all;
        }
        if (schema.get(REF) instanceof String reference) {
            target(reference).ifPresent(target -> addAll(all, members(target, depth + 1)));
        }
        object(schema.get(PROPERTIES)).forEach((name, property) -> all.add(String.valueOf(name), property));
        list(schema.get(REQUIRED)).forEach(name -> all.required().add(String.valueOf(name)));
        parts(schema, "allOf").forEach(part -> addAll(all, members(part, depth + 1)));
        ALTERNATIVES.forEach(keyword -> addAlternatives(all, parts(schema, keyword), depth));
        return all;
    }

    private static void addAll(Members all, Members part) {
        part.schemas().forEach(all::add);
        all.required().addAll(part.required());
    }

    /** Only what all alternatives require is required. */
    private void addAlternatives(Members all, List<Map<?, ?>> alternatives, int depth) {
        List<Set<String>> required = new ArrayList<>();
        for (Map<?, ?> alternative : alternatives) {
            Members some = members(alternative, depth + 1);
            some.schemas().forEach(all::add);
            required.add(some.required());
        }
        if (!required.isEmpty()) {
            Set<String> common = new LinkedHashSet<>(required.getFirst());
            required.forEach(common::retainAll);
            all.required().addAll(common);
        }
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
            List<@Nullable Object> parts = new ArrayList<>();
            schemas.forEach(part -> parts.add(resolvableBelow(part)));
            return parts;
        }
        return value instanceof Map<?, ?> schema ? resolvable(schema) : value;
    }

    /** The schema at a JSON Pointer (RFC 6901) into this one; empty for anything else. */
    private Optional<Map<?, ?>> target(String reference) {
        if (!reference.equals("#") && !reference.startsWith("#/")) {
            return Optional.empty();
        }
        Object current = root;
        for (String token : reference.equals("#")
                ? List.<String>of()
                : List.of(reference.substring(2).split("/", -1))) {
            String name = token.replace("~1", "/").replace("~0", "~");
            if (!(current instanceof Map<?, ?> map) || map.get(name) == null) {
                return Optional.empty();
            }
            current = map.get(name);
        }
        return current instanceof Map<?, ?> schema ? Optional.of(schema) : Optional.empty();
    }

    private static List<Map<?, ?>> parts(Map<?, ?> schema, String keyword) {
        List<Map<?, ?>> parts = new ArrayList<>();
        for (Object part : list(schema.get(keyword))) {
            if (part instanceof Map<?, ?> map) {
                parts.add(map);
            }
        }
        return parts;
    }

    private static Map<?, ?> object(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }
}
