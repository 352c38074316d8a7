package dev.guildhall.core.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON Schemas of the parameters of tools and functions, with their keywords in a fixed order. */
public final class JsonSchema {
    private static final String DESCRIPTION = "description";

    private JsonSchema() {}

    /** An object without other properties. */
    public static Map<String, Object> object(Map<String, Object> properties, List<String> required) {
        Map<String, Object> schema = of("object");
        schema.put("properties", properties);
        schema.put("required", required);
        schema.put("additionalProperties", false);
        return schema;
    }

    /** A text of at least one character. */
    public static Map<String, Object> text(String description) {
        Map<String, Object> schema = of("string");
        schema.put("minLength", 1);
        schema.put(DESCRIPTION, description);
        return schema;
    }

    /** A text of at least one character, and at most so many. */
    public static Map<String, Object> text(int most, String description) {
        Map<String, Object> schema = of("string");
        schema.put("minLength", 1);
        schema.put("maxLength", most);
        schema.put(DESCRIPTION, description);
        return schema;
    }

    /** A whole number between two bounds, which belong to it. */
    public static Map<String, Object> integer(int least, int most, String description) {
        Map<String, Object> schema = of("integer");
        schema.put("minimum", least);
        schema.put("maximum", most);
        schema.put(DESCRIPTION, description);
        return schema;
    }

    private static Map<String, Object> of(String type) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", type);
        return schema;
    }
}
