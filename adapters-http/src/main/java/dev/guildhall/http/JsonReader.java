package dev.guildhall.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads one value of a body; refuses with everything that is wrong with it, under its path. */
@FunctionalInterface
public interface JsonReader<T> {
    /**
     * Reads a value that is there and is not null.
     *
     * @param path where it stands, for example {@code messages[0].role}
     * @throws Refusal with {@code CommonProblem.Invalid}
     */
    T read(JsonNode node, String path);

    /** Text without NUL and without halves of surrogate pairs, which can be neither stored nor sent on. */
    static JsonReader<String> text() {
        return (node, path) -> {
            if (!node.isTextual()) {
                throw Refusal.invalid(path, "must be a string");
            }
            if (!Text.isWellFormed(node.textValue())) {
                throw Refusal.invalid(path, "must be well-formed Unicode without NUL");
            }
            return node.textValue();
        };
    }

    /** Text that a value's own constructor accepts. */
    static <T> JsonReader<T> text(Function<String, T> value) {
        return (node, path) -> {
            String text = text().read(node, path);
            try {
                return value.apply(text);
            } catch (Refusal refusal) {
                throw underPath(refusal, path);
            }
        };
    }

    /** A number without a fraction, in the range of an int. */
    static JsonReader<Integer> integer() {
        return (node, path) -> {
            if (!node.isNumber() || !node.canConvertToExactIntegral()) {
                throw Refusal.invalid(path, "must be an integer");
            }
            if (!node.canConvertToInt()) {
                throw Refusal.invalid(path, "is out of range");
            }
            return node.intValue();
        };
    }

    /** A number. */
    static JsonReader<Double> number() {
        return (node, path) -> {
            if (!node.isNumber()) {
                throw Refusal.invalid(path, "must be a number");
            }
            return node.doubleValue();
        };
    }

    /** True or false. */
    static JsonReader<Boolean> flag() {
        return (node, path) -> {
            if (!node.isBoolean()) {
                throw Refusal.invalid(path, "must be true or false");
            }
            return node.booleanValue();
        };
    }

    /** An array; all its items are read before it is refused. */
    static <T> JsonReader<List<T>> list(JsonReader<T> item, int most) {
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
                try {
                    items.add(item.read(node.get(i), path + "[" + i + "]"));
                } catch (Refusal refusal) {
                    violations.addAll(violationsOf(refusal));
                }
            }
            if (!violations.isEmpty()) {
                throw new Refusal(new CommonProblem.Invalid(violations));
            }
            return items;
        };
    }

    /** An object. */
    static <T> JsonReader<T> object(Function<JsonBody, T> reader) {
        return (node, path) -> {
            if (!node.isObject()) {
                throw Refusal.invalid(path, "must be an object");
            }
            return reader.apply(new JsonBody(node, path + "."));
        };
    }

    private static Refusal underPath(Refusal refusal, String path) {
        return new Refusal(new CommonProblem.Invalid(violationsOf(refusal).stream()
                .map(violation -> new Violation(path, violation.message()))
                .toList()));
    }

    /** What a refusal of malformed values lists; any other refusal goes on its way. */
    static List<Violation> violationsOf(Refusal refusal) {
        if (refusal.problem() instanceof CommonProblem.Invalid(List<Violation> violations)) {
            return violations;
        }
        throw refusal;
    }
}
