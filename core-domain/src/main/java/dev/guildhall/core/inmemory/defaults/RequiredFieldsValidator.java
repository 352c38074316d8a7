package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.SchemaValidator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoublePredicate;

/**
 * Checks the part of JSON Schema that most tools use: required properties, the types of properties, their options and
 * bounds ({@code enum}, {@code maxLength}, {@code minimum}, {@code maximum}), and no other properties when {@code
 * additionalProperties} is false.
 */
public final class RequiredFieldsValidator implements SchemaValidator {
    @Override
    public List<Violation> violations(Map<String, Object> schema, Map<String, Object> value) {
        List<Violation> found = new ArrayList<>();
        if (schema.get("required") instanceof List<?> required) {
            required.stream()
                    .map(String::valueOf)
                    .filter(name -> !value.containsKey(name))
                    .forEach(name -> found.add(new Violation(name, "is required")));
        }
        Map<?, ?> properties = schema.get("properties") instanceof Map<?, ?> map ? map : Map.of();
        value.forEach((name, given) -> {
            if (properties.get(name) instanceof Map<?, ?> property) {
                violation(property, given).ifPresent(message -> found.add(new Violation(name, message)));
            } else if (Boolean.FALSE.equals(schema.get("additionalProperties"))) {
                found.add(new Violation(name, "is not a parameter of this tool"));
            }
        });
        return found;
    }

    private static Optional<String> violation(Map<?, ?> property, Object given) {
        String type = String.valueOf(property.get("type"));
        if (!isOfType(type, given)) {
            return Optional.of("must be of type " + type);
        }
        if (property.get("enum") instanceof List<?> options
                && options.stream().noneMatch(option -> isSame(option, given))) {
            return Optional.of("must be one of " + options);
        }
        return switch (given) {
            case String text -> {
                int length = text.codePointCount(0, text.length());
                yield bound(property, "maxLength", most -> length > most)
                        .map(most -> "must have at most " + most + " characters");
            }
            case Number number -> {
                double value = number.doubleValue();
                yield bound(property, "minimum", least -> value < least)
                        .map(least -> "must be at least " + least)
                        .or(() -> bound(property, "maximum", most -> value > most)
                                .map(most -> "must be at most " + most));
            }
            case null, default -> Optional.empty();
        };
    }

    private static Optional<Number> bound(Map<?, ?> property, String keyword, DoublePredicate isPassed) {
        return property.get(keyword) instanceof Number bound && isPassed.test(bound.doubleValue())
                ? Optional.of(bound)
                : Optional.empty();
    }

    /** Numbers are the same by their value: {@code 1} is {@code 1.0}. */
    private static boolean isSame(Object option, Object given) {
        return (option instanceof Number one && given instanceof Number other)
                ? one.doubleValue() == other.doubleValue()
                : Objects.equals(option, given);
    }

    private static boolean isOfType(String type, Object given) {
        return switch (type) {
            case "string" -> given instanceof String;
            case "number" -> given instanceof Number;
            case "integer" -> given instanceof Number number && isWhole(number);
            case "boolean" -> given instanceof Boolean;
            case "array" -> given instanceof List<?>;
            case "object" -> given instanceof Map<?, ?>;
            default -> true;
        };
    }

    private static boolean isWhole(Number number) {
        return number.doubleValue() == Math.rint(number.doubleValue());
    }
}
