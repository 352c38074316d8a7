package dev.guildhall.wire.gemini;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns a schema in Google's form into JSON Schema: types in capitals become small, {@code nullable} a further type, and
 * limits that came as text numbers.
 */
final class Schemas {
    private static final Set<String> SCHEMAS = Set.of("items", "additionalProperties", "not");
    private static final Set<String> LISTS = Set.of("anyOf", "oneOf", "allOf", "prefixItems");
    private static final Set<String> MAPS = Set.of("properties", "$defs", "definitions");
    private static final Set<String> LIMITS =
            Set.of("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties");

    private Schemas() {}

    static Map<String, Object> plain(Map<?, ?> schema) {
        Map<String, Object> plain = new LinkedHashMap<>();
        schema.forEach((key, value) -> {
            String keyword = String.valueOf(key);
            if (!keyword.equals("nullable") && !keyword.equals("propertyOrdering") && value != null) {
                plain.put(keyword, value(keyword, value));
            }
        });
        if (Boolean.TRUE.equals(schema.get("nullable")) && plain.get("type") instanceof String type) {
            plain.put("type", List.of(type, "null"));
        }
        return plain;
    }

    private static Object value(String keyword, Object value) {
        if (keyword.equals("type")) {
            return value instanceof String type ? type.toLowerCase(Locale.ROOT) : value;
        }
        if (SCHEMAS.contains(keyword)) {
            return below(value);
        }
        if (LISTS.contains(keyword) && value instanceof List<?> schemas) {
            List<Object> all = new ArrayList<>();
            schemas.forEach(schema -> all.add(below(schema)));
            return all;
        }
        if (MAPS.contains(keyword) && value instanceof Map<?, ?> schemas) {
            Map<String, Object> all = new LinkedHashMap<>();
            schemas.forEach((name, schema) -> all.put(String.valueOf(name), below(schema)));
            return all;
        }
        return LIMITS.contains(keyword) && value instanceof String digits && digits.matches("\\d{1,18}")
                ? new BigDecimal(digits)
                : value;
    }

    private static Object below(@Nullable Object schema) {
        if (schema instanceof Map<?, ?> map) {
            return plain(map);
        }
        return schema == null ? Map.of() : schema;
    }
}
