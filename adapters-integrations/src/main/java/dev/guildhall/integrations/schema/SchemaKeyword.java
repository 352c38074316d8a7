package dev.guildhall.integrations.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** The keywords of JSON Schema (2020-12) that restrict a value, and the values that they may have. */
public final class SchemaKeyword {
    private static final Set<String> TYPES =
            Set.of("null", "boolean", "object", "array", "number", "string", "integer");
    private static final Set<String> NUMBERS =
            Set.of(("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength"
                            + " minItems maxItems minProperties maxProperties minContains maxContains")
                    .split(" "));
    private static final Set<String> TEXTS = Set.of("title", "description", "format", "pattern");
    private static final Set<String> OTHERS =
            Set.of("type", "enum", "required", "uniqueItems", "const", "default", "pattern");
    private static final Set<String> SCHEMAS =
            Set.of("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames");
    private static final Set<String> LISTS = Set.of("allOf", "anyOf", "oneOf", "prefixItems");

    private SchemaKeyword() {}

    /** Whether the keyword restricts or describes a value without other schemas. */
    public static boolean isCheck(String keyword) {
        return OTHERS.contains(keyword) || NUMBERS.contains(keyword) || TEXTS.contains(keyword);
    }

    /**
     * Whether the keyword may have such a value in a dialect before 2020-12: there {@code items} may be a list, and in
     * draft 4 exclusive bounds are booleans.
     */
    static boolean isValidInOlder(String keyword, JsonNode value) {
        return switch (keyword) {
            case "items" -> value.isArray() || isValid(keyword, value);
            case "exclusiveMinimum", "exclusiveMaximum" -> value.isBoolean() || isValid(keyword, value);
            default -> isValid(keyword, value);
        };
    }

    /** Whether the keyword may have such a value in 2020-12; unknown keywords may have any. */
    public static boolean isValid(String keyword, JsonNode value) {
        return switch (keyword) {
            case "type" ->
                isType(value)
                        || (value.isArray()
                                && !value.isEmpty()
                                && value.valueStream().allMatch(SchemaKeyword::isType));
            case "enum" -> value.isArray() && !value.isEmpty();
            case "required" -> value.isArray() && value.valueStream().allMatch(JsonNode::isTextual);
            case "uniqueItems" -> value.isBoolean();
            case "pattern" -> value.isTextual() && BoundedPattern.compiles(value.textValue());
            default -> {
                if (NUMBERS.contains(keyword)) {
                    yield value.isNumber();
                }
                if (TEXTS.contains(keyword)) {
                    yield value.isTextual();
                }
                if (SCHEMAS.contains(keyword)) {
                    yield value.isObject() || value.isBoolean();
                }
                yield !LISTS.contains(keyword) || (value.isArray() && !value.isEmpty());
            }
        };
    }

    private static boolean isType(JsonNode value) {
        return value.isTextual() && TYPES.contains(value.textValue());
    }
}
