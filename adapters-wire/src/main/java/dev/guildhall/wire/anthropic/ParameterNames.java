package dev.guildhall.wire.anthropic;

import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.wire.completion.ToolSchema;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The names of tools' parameters towards a model API that accepts only {@code [a-zA-Z0-9_.-]{1,64}}: other characters
 * become {@code _}. For one request.
 */
final class ParameterNames {
    private static final Pattern ACCEPTED = Pattern.compile("[a-zA-Z0-9_.-]{1,64}");
    private static final String PROPERTIES = "properties";
    private static final int MOST = 64;
    private static final int SUFFIX = 5;

    private final Map<String, Map<String, Object>> schemas = new HashMap<>();
    private final Map<String, Map<String, String>> toWire = new HashMap<>();

    ParameterNames(List<FunctionSpec> functions) {
        for (FunctionSpec function : functions) {
            Map<String, Object> schema = ToolSchema.simplified(function.parameters());
            Map<String, String> names =
                    schema.get(PROPERTIES) instanceof Map<?, ?> properties ? names(properties) : Map.of();
            if (!names.isEmpty()) {
                toWire.put(function.name(), names);
            }
            schemas.put(function.name(), names.isEmpty() ? schema : ofWire(schema, names));
        }
    }

    private static Map<String, String> names(Map<?, ?> properties) {
        Map<String, String> names = new LinkedHashMap<>();
        for (Object key : properties.keySet()) {
            String name = String.valueOf(key);
            if (!ACCEPTED.matcher(name).matches()) {
                names.put(name, free(name, names, properties));
            }
        }
        return names;
    }

    private static String free(String name, Map<String, String> names, Map<?, ?> properties) {
        String plain = name.replaceAll("[^a-zA-Z0-9_.-]", "_");
        String cut = plain.isEmpty() ? "_" : plain.substring(0, Math.min(plain.length(), MOST - SUFFIX));
        String wire = cut;
        for (int i = 2; properties.containsKey(wire) || names.containsValue(wire); i++) {
            wire = cut + "_" + i;
        }
        return wire;
    }

    /** Whether a function has a parameter of another name towards the API. */
    boolean differFor(String function) {
        return toWire.containsKey(function);
    }

    /** The simplified schema of a function's parameters with the names towards the API. */
    Map<String, Object> schema(FunctionSpec function) {
        return schemas.getOrDefault(function.name(), function.parameters());
    }

    private static Map<String, Object> ofWire(Map<String, Object> schema, Map<String, String> names) {
        Map<String, Object> all = new LinkedHashMap<>(schema);
        all.computeIfPresent(PROPERTIES, (ignored, value) -> renamedKeys(names, value));
        all.computeIfPresent("required", (ignored, value) -> renamedNames(names, value));
        all.computeIfPresent("dependentRequired", (ignored, value) -> {
            Map<String, Object> dependent = renamedKeys(names, value);
            dependent.replaceAll((name, others) -> renamedNames(names, others));
            return dependent;
        });
        return all;
    }

    private static Map<String, Object> renamedKeys(Map<String, String> names, Object value) {
        return value instanceof Map<?, ?> map ? renamed(names, map) : new LinkedHashMap<>();
    }

    private static Object renamedNames(Map<String, String> names, Object value) {
        return value instanceof List<?> list
                ? list.stream()
                        .map(String::valueOf)
                        .map(name -> names.getOrDefault(name, name))
                        .toList()
                : value;
    }

    /** A call's arguments with the names towards the API. */
    Map<String, Object> toWire(String function, Map<?, ?> arguments) {
        return renamed(toWire.getOrDefault(function, Map.of()), arguments);
    }

    /** A call's arguments with the names of the tool. */
    Map<String, Object> toTool(String function, Map<?, ?> arguments) {
        Map<String, String> back = new HashMap<>();
        toWire.getOrDefault(function, Map.of()).forEach((own, wire) -> back.put(wire, own));
        return renamed(back, arguments);
    }

    private static Map<String, Object> renamed(Map<String, String> names, Map<?, ?> arguments) {
        Map<String, Object> renamed = new LinkedHashMap<>();
        arguments.forEach(
                (name, value) -> renamed.put(names.getOrDefault(String.valueOf(name), String.valueOf(name)), value));
        return renamed;
    }
}
