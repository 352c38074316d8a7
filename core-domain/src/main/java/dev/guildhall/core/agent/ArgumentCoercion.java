package dev.guildhall.core.agent;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Corrects frequent mistakes of models in arguments that have only one meaning: a number or a truth value in quotes, a number where the schema wants a text, one item where it wants a list, null for an optional argument. A value whose correction would lose or add information is unchanged; the schema then refuses it.
 */
final class ArgumentCoercion {
    private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]{0,17})");
    private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9][0-9]{0,14})\\.[0-9]{1,15}");
    private static final int MAX_DEPTH = 32;

    private ArgumentCoercion() {}

    static Map<String, Object> of(Map<String, Object> schema, Map<String, Object> arguments) {
        return object(schema, arguments, MAX_DEPTH);
    }

    private static Map<String, Object> object(Map<?, ?> schema, Map<?, ?> given, int depth) {
        Map<?, ?> properties = schema.get("properties") instanceof Map<?, ?> map ? map : Map.of();
        List<?> required = schema.get("required") instanceof List<?> list ? list : List.of();
        Map<String, Object> object = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            Map<?, ?> property = properties.get(name) instanceof Map<?, ?> map ? map : Map.of();
            boolean absent = value == null && !required.contains(name) && !mayBeNull(property);
            if (!absent) {
                object.put(String.valueOf(name), value(property, value, depth));
            }
        });
        return object;
    }

    private static boolean mayBeNull(Map<?, ?> schema) {
        Set<String> types = types(schema);
        return types.isEmpty() || types.contains("null");
    }

    private static Object value(Map<?, ?> schema, Object value, int depth) {
        Set<String> types = types(schema);
        if (depth == 0 || types.isEmpty() || value == null) {
            return value;
        }
        if (value instanceof Map<?, ?> map && types.contains("object")) {
            return object(schema, map, depth - 1);
        }
        if (value instanceof List<?> list && types.contains("array")) {
            return items(schema, list, depth - 1);
        }
        if (types.stream().anyMatch(type -> isOf(type, value))) {
            return value;
        }
        return types.stream()
                .flatMap(type -> as(type, schema, value, depth).stream())
                .findFirst()
                .orElse(value);
    }

    private static Set<String> types(Map<?, ?> schema) {
        return switch (schema.get("type")) {
            case String type -> Set.of(type);
            case List<?> several ->
                several.stream().map(String::valueOf).collect(Collectors.toCollection(LinkedHashSet::new));
            case null, default -> Set.of();
        };
    }

    private static boolean isOf(String type, Object value) {
        return switch (type) {
            case "string" -> value instanceof String;
            case "number" -> value instanceof Number;
            case "integer" -> value instanceof Number number && isWhole(number);
            case "boolean" -> value instanceof Boolean;
            case "array" -> value instanceof List<?>;
            case "object" -> value instanceof Map<?, ?>;
            default -> false;
        };
    }

    private static Optional<Object> as(String type, Map<?, ?> schema, Object value, int depth) {
        return switch (type) {
            case "integer" -> value instanceof String text ? whole(text) : Optional.empty();
            case "number" -> value instanceof String text ? number(text) : Optional.empty();
            case "boolean" -> value instanceof String text ? truth(text) : Optional.empty();
            case "string" -> value instanceof Number number ? text(number) : Optional.empty();
            case "array" ->
                isListInQuotes(value) ? Optional.empty() : Optional.of(items(schema, List.of(value), depth - 1));
            default -> Optional.empty();
        };
    }

    private static List<Object> items(Map<?, ?> schema, List<?> list, int depth) {
        Map<?, ?> items = schema.get("items") instanceof Map<?, ?> map ? map : Map.of();
        List<Object> all = new ArrayList<>(list.size());
        list.forEach(item -> all.add(value(items, item, depth)));
        return all;
    }

    private static Optional<Object> whole(String text) {
        return Optional.of(text).filter(t -> WHOLE.matcher(t).matches()).map(Long::valueOf);
    }

    /** A number whose digits a double would lose is not converted. */
    private static Optional<Object> number(String text) {
        Stream<Object> decimal = Stream.of(text)
                .filter(t -> DECIMAL.matcher(t).matches())
                .filter(t -> BigDecimal.valueOf(Double.parseDouble(t)).compareTo(new BigDecimal(t)) == 0)
                .map(Double::valueOf);
        return whole(text).or(decimal::findFirst);
    }

    private static Optional<Object> truth(String text) {
        return switch (text) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    /** As it was written; a number with an exponent may have been written in another form. */
    private static Optional<Object> text(Number number) {
        return Optional.<Object>of(number.toString())
                .filter(text -> DECIMAL.matcher(text.toString()).matches()
                        || WHOLE.matcher(text.toString()).matches());
    }

    /** A list in quotes is not one item; it is not parsed. */
    private static boolean isListInQuotes(Object value) {
        return value instanceof String text && text.strip().startsWith("[");
    }

    private static boolean isWhole(Number number) {
        return switch (number) {
            case Integer ignored -> true;
            case Long ignored -> true;
            case BigInteger ignored -> true;
            default -> number.doubleValue() == Math.rint(number.doubleValue());
        };
    }
}
