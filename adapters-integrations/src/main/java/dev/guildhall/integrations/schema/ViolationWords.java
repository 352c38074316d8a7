package dev.guildhall.integrations.schema;

import com.networknt.schema.Error;
import dev.guildhall.ports.problem.Violation;
import java.util.Set;

/** Describes the library's violations in sentences that a model can react to. */
final class ViolationWords {
    private static final int MAX_CHARACTERS = 300;
    private static final Set<String> ABOUT_A_PROPERTY =
            Set.of("required", "additionalProperties", "unevaluatedProperties", "dependentRequired");

    private ViolationWords() {}

    static Violation of(Error error) {
        return new Violation(field(error), shorten(message(error)));
    }

    /** The path below the parameters, for example {@code items[0].name}. */
    private static String field(Error error) {
        String path = error.getInstanceLocation().toString();
        String below = path.startsWith("$.") ? path.substring(2) : path.startsWith("$") ? path.substring(1) : path;
        String property = error.getProperty();
        if (property == null || !ABOUT_A_PROPERTY.contains(error.getKeyword())) {
            return below.isEmpty() ? "parameters" : below;
        }
        return below.isEmpty() ? property : below + "." + property;
    }

    private static String message(Error error) {
        return switch (error.getKeyword()) {
            case "required" -> "is required";
            case "additionalProperties", "unevaluatedProperties" -> "is not a known parameter";
            case "type" -> "must be " + type(error);
            default -> error.getMessage();
        };
    }

    private static String type(Error error) {
        String wanted =
                error.getSchemaNode().isTextual() ? error.getSchemaNode().asText() : "";
        return switch (wanted) {
            case "integer", "array", "object" -> "an " + wanted;
            case "string", "number", "boolean" -> "a " + wanted;
            case "null" -> "null";
            default -> "of another type: " + error.getMessage();
        };
    }

    private static String shorten(String message) {
        return message.length() <= MAX_CHARACTERS ? message : message.substring(0, MAX_CHARACTERS - 1) + "…";
    }
}
