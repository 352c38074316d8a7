package dev.guildhall.wire.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads one value of a body; the refusal lists every fault of the value, with its path. */
@FunctionalInterface
public interface RequestReader<T> {
    /**
     * Reads a value that is present and not null.
     *
     * @param path its position, for example {@code messages[0].role}
     * @throws Refusal with {@code CommonProblem.Invalid}
     */
    T read(JsonNode node, String path);

    /** Text without NUL and without unpaired surrogates, which can be neither stored nor sent on. */
    static RequestReader<String> text() {
        return (node, path) -> {
            String text = anyText(node, path);
            if (!Text.isWellFormed(text)) {
                throw Refusal.invalid(path, "must be well-formed Unicode without NUL");
            }
            return text;
        };
    }

    /** Text of a program that reports on its work: what cannot be stored is replaced, so that the report is not lost. */
    static RequestReader<String> reportedText() {
        return (node, path) -> Text.repaired(anyText(node, path));
    }

    private static String anyText(JsonNode node, String path) {
        if (!node.isTextual()) {
            throw Refusal.invalid(path, "must be a string");
        }
        return node.textValue();
    }

    /** Text that the value's own constructor accepts. */
    static <T> RequestReader<T> text(Function<String, T> value) {
        return (node, path) -> {
            String text = text().read(node, path);
            return valueAt(path, () -> value.apply(text));
        };
    }

    /** A value of text that may be long: a long ASCII text is a view of the body, not a copy. */
    static <T> RequestReader<T> characters(Function<CharSequence, T> value) {
        return (node, path) -> {
            CharSequence text = node instanceof LongText longText ? longText.characters() : text().read(node, path);
            return valueAt(path, () -> value.apply(text));
        };
    }

    private static <T> T valueAt(String path, Supplier<T> value) {
        try {
            return value.get();
        } catch (Refusal refusal) {
            throw at(any -> path, refusal);
        }
    }

    static RequestReader<Integer> integer() {
        return (node, path) -> {
            requireIntegral(node, path);
            if (!node.canConvertToInt()) {
                throw Refusal.invalid(path, "is out of range");
            }
            return node.intValue();
        };
    }

    static RequestReader<Integer> integer(int least, int most) {
        return (node, path) -> {
            requireIntegral(node, path);
            if (!node.canConvertToInt() || node.intValue() < least || node.intValue() > most) {
                throw Refusal.invalid(path, "must be an integer between " + least + " and " + most);
            }
            return node.intValue();
        };
    }

    private static void requireIntegral(JsonNode node, String path) {
        if (!node.isNumber() || !node.canConvertToExactIntegral()) {
            throw Refusal.invalid(path, "must be an integer");
        }
    }

    private static void requireObject(JsonNode node, String path) {
        if (!node.isObject()) {
            throw Refusal.invalid(path, "must be an object");
        }
    }

    static RequestReader<Double> number() {
        return (node, path) -> {
            if (!node.isNumber()) {
                throw Refusal.invalid(path, "must be a number");
            }
            return node.doubleValue();
        };
    }

    static RequestReader<Boolean> flag() {
        return (node, path) -> {
            if (!node.isBoolean()) {
                throw Refusal.invalid(path, "must be true or false");
            }
            return node.booleanValue();
        };
    }

    /** Any JSON, as plain JDK values. */
    static RequestReader<Object> data() {
        return (node, path) -> {
            Object value = Json.plain(node);
            requireData(value, path);
            return value;
        };
    }

    /**
     * Refuses values that cannot be stored or sent on: it accepts text that {@link #text} accepts, and numbers that
     * {@link JsonData#isWellFormed} accepts.
     *
     * @throws Refusal with {@code CommonProblem.Invalid}
     */
    static void requireData(Object value, String path) {
        switch (value) {
            case String text
            when !Text.isWellFormed(text) -> throw Refusal.invalid(path, "must be well-formed Unicode without NUL");
            case Number number
            when !JsonData.isWellFormed(number) -> throw Refusal.invalid(path, "has a number that is out of range");
            case List<?> list -> list.forEach(item -> requireData(item, path));
            case Map<?, ?> map ->
                map.forEach((name, item) -> {
                    requireData(name, path);
                    requireData(item, path);
                });
            case null, default -> {}
        }
    }

    /** An object with any fields, as plain JDK values. */
    static RequestReader<Map<String, Object>> dataObject() {
        return (node, path) -> data(Json::plainObject, node, path);
    }

    /** An object of a program that reports on its work, as {@link #reportedText}. */
    static RequestReader<Map<String, Object>> reportedObject() {
        return (node, path) -> data(object -> JsonData.repairedObject(Json.plainObject(object)), node, path);
    }

    private static Map<String, Object> data(Function<JsonNode, Map<String, Object>> plain, JsonNode node, String path) {
        requireObject(node, path);
        Map<String, Object> object = plain.apply(node);
        requireData(object, path);
        return object;
    }

    /** An object with arbitrary names; all its values are read before it is refused. */
    static <T> RequestReader<Map<String, T>> map(RequestReader<T> value) {
        return (node, path) -> {
            requireObject(node, path);
            Map<String, T> values = new LinkedHashMap<>();
            List<Violation> violations = new ArrayList<>();
            for (Map.Entry<String, JsonNode> entry : node.properties()) {
                String name = entry.getKey();
                read(value, entry.getValue(), path + "." + name, violations).ifPresent(read -> values.put(name, read));
            }
            refuse(violations);
            return values;
        };
    }

    /** An array; all its items are read before it is refused. */
    static <T> RequestReader<List<T>> list(RequestReader<T> item, int most) {
        return (node, path) -> {
            if (!node.isArray()) {
                throw Refusal.invalid(path, "must be an array");
            }
            if (node.size() > most) {
                throw Refusal.invalid(path, "must have at most " + most + " items");
            }
            List<T> items = new ArrayList<>(node.size());
            List<Violation> violations = new ArrayList<>();
            for (int i = 0; i < node.size(); i++) {
                read(item, node.get(i), path + "[" + i + "]", violations).ifPresent(items::add);
            }
            refuse(violations);
            return items;
        };
    }

    static <T> RequestReader<T> object(Function<JsonBody, T> reader) {
        return (node, path) -> {
            requireObject(node, path);
            return reader.apply(new JsonBody(node, path + "."));
        };
    }

    /** Creates a value whose constructor reports faults by field name; puts the object's path before those names. */
    static <T> T below(String path, Supplier<T> value) {
        try {
            return value.get();
        } catch (Refusal refusal) {
            throw at(violation -> path + "." + violation.field(), refusal);
        }
    }

    /** A value; empty when it is refused, whose violations are then added to the list. */
    static <T> Optional<T> read(RequestReader<T> reader, JsonNode node, String path, List<Violation> violations) {
        try {
            return Optional.of(reader.read(node, path));
        } catch (Refusal refusal) {
            violations.addAll(violationsOf(refusal));
            return Optional.empty();
        }
    }

    static void refuse(List<Violation> violations) {
        if (!violations.isEmpty()) {
            throw new Refusal(new CommonProblem.Invalid(violations));
        }
    }

    private static Refusal at(Function<Violation, String> path, Refusal refusal) {
        return new Refusal(new CommonProblem.Invalid(violationsOf(refusal).stream()
                .map(violation -> new Violation(path.apply(violation), violation.message()))
                .toList()));
    }

    /** The violations of a refusal of malformed values; any other refusal is thrown again. */
    static List<Violation> violationsOf(Refusal refusal) {
        if (refusal.problem() instanceof CommonProblem.Invalid(List<Violation> violations)) {
            return violations;
        }
        throw refusal;
    }
}
