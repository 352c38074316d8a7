package dev.guildhall.ports.tool;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The parameters of a tool: defined one by one, or summarised from an imported JSON Schema.
 *
 * @param byName in the order given
 * @param imported the imported JSON Schema of type {@code object}; absent when the parameters were defined one by one,
 *     and {@link #inputSchema()} is derived from them
 */
public record ToolParameters(Map<String, ParameterSpec> byName, Optional<Map<String, Object>> imported) {
    /** The most parameters that a client may define one by one. */
    public static final int MAX = 100;

    /** The keywords of JSON Schema whose values are data and not schemas. */
    private static final Set<String> VALUES = Set.of("default", "const", "enum", "examples");

    public ToolParameters {
        byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
        imported = imported.map(schema -> JsonData.copy(withItems(schema)));
    }

    /** No parameters. */
    public static ToolParameters none() {
        return of(Map.of());
    }

    /**
     * Parameters that are defined one by one.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} when there are too many
     */
    public static ToolParameters of(Map<String, ParameterSpec> byName) {
        if (byName.size() > MAX) {
            throw Refusal.invalid("parameters", "must be at most " + MAX);
        }
        return new ToolParameters(byName, Optional.empty());
    }

    /** Parameters from a JSON Schema, summarised as far as {@link ParameterSpec} can describe them. */
    public static ToolParameters ofSchema(Map<String, Object> schema) {
        Map<String, ParameterSpec> byName = new LinkedHashMap<>();
        if (schema.get("properties") instanceof Map<?, ?> properties) {
            properties.forEach((name, property) -> {
                boolean required = schema.get("required") instanceof List<?> names && names.contains(name);
                byName.put(String.valueOf(name), summary(property, required));
            });
        }
        return new ToolParameters(byName, Optional.of(schema));
    }

    /** The JSON Schema (2020-12) of the arguments, an object; models receive it, and calls are checked against it. */
    public Map<String, Object> inputSchema() {
        return imported.orElseGet(this::derived);
    }

    private Map<String, Object> derived() {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        byName.forEach((name, spec) -> {
            properties.put(name, spec.schema());
            if (spec.isRequired()) {
                required.add(name);
            }
        });
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", required);
        schema.put("additionalProperties", false);
        return JsonData.copy(schema);
    }

    /**
     * Adds {@code items} without a restriction to arrays that have none: some model APIs refuse an array without it.
     */
    private static Map<String, Object> withItems(Map<?, ?> schema) {
        Map<String, Object> complete = new LinkedHashMap<>();
        schema.forEach((keyword, value) ->
                complete.put(String.valueOf(keyword), VALUES.contains(keyword) ? value : withItemsBelow(value)));
        if (typeIn(schema).equals(Optional.of(ParameterType.ARRAY)) && !schema.containsKey("prefixItems")) {
            complete.putIfAbsent("items", Map.of());
        }
        return complete;
    }

    private static Object withItemsBelow(Object value) {
        return switch (value) {
            case Map<?, ?> schema -> withItems(schema);
            case List<?> schemas ->
                schemas.stream().map(ToolParameters::withItemsBelow).toList();
            case null, default -> value;
        };
    }

    private static ParameterSpec summary(Object property, boolean required) {
        Map<?, ?> schema = property instanceof Map<?, ?> map ? map : Map.of();
        ParameterType type = typeIn(schema).orElse(ParameterType.OBJECT);
        Optional<String> description = Optional.ofNullable(schema.get("description"))
                .filter(String.class::isInstance)
                .map(text -> cut((String) text));
        Optional<ParameterType> items = type == ParameterType.ARRAY && schema.get("items") instanceof Map<?, ?> element
                ? typeIn(element)
                : Optional.empty();
        Optional<List<Object>> options = optionsOf(schema, type);
        Optional<Object> standard = Optional.<Object>ofNullable(schema.get("default"))
                .filter(type::accepts)
                .filter(value -> options.isEmpty() || options.get().contains(value));
        return new ParameterSpec(type, Optional.of(required), description, items, options, standard);
    }

    /** Options that are all of the type; otherwise none. */
    private static Optional<List<Object>> optionsOf(Map<?, ?> schema, ParameterType type) {
        if (!(schema.get("enum") instanceof List<?> given) || given.size() > ParameterSpec.MAX_OPTIONS) {
            return Optional.empty();
        }
        List<Object> options = new ArrayList<>();
        for (Object option : given) {
            if (option != null && type.accepts(option)) {
                options.add(option);
            }
        }
        return options.isEmpty() || options.size() < given.size() ? Optional.empty() : Optional.of(options);
    }

    private static Optional<ParameterType> typeIn(Map<?, ?> schema) {
        return Optional.ofNullable(schema.get("type")).flatMap(ToolParameters::typeOf);
    }

    /** The type, or the first of several types that is supported. */
    private static Optional<ParameterType> typeOf(Object type) {
        return switch (type) {
            case String name -> ParameterType.fromWire(name);
            case List<?> names ->
                names.stream().flatMap(name -> typeOf(name).stream()).findFirst();
            default -> Optional.empty();
        };
    }

    private static String cut(String text) {
        String repaired = Text.repaired(text);
        if (repaired.length() <= ParameterSpec.MAX_DESCRIPTION) {
            return repaired;
        }
        int end = ParameterSpec.MAX_DESCRIPTION - 1;
        return repaired.substring(0, Character.isHighSurrogate(repaired.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}
