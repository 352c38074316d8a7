package dev.guildhall.core.inmemory;

import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.SchemaValidator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Checks the part of JSON Schema that most tools use: required properties, the types of properties, and no other
 * properties when {@code additionalProperties} is false. Thread-safe.
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
                checkType(name, String.valueOf(property.get("type")), given, found);
            } else if (Boolean.FALSE.equals(schema.get("additionalProperties"))) {
                found.add(new Violation(name, "is not a parameter of this tool"));
            }
        });
        return found;
    }

    private static void checkType(String name, String type, Object given, List<Violation> found) {
        boolean fits = switch (type) {
            case "string" -> given instanceof String;
            case "number" -> given instanceof Number;
            case "integer" -> given instanceof Number number && isWhole(number);
            case "boolean" -> given instanceof Boolean;
            case "array" -> given instanceof List<?>;
            case "object" -> given instanceof Map<?, ?>;
            default -> true;
        };
        if (!fits) {
            found.add(new Violation(name, "must be of type " + type));
        }
    }

    private static boolean isWhole(Number number) {
        return number.doubleValue() == Math.rint(number.doubleValue());
    }
}
