package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Documents whose parts are chosen at random among right ones, wrong ones, and those of a wrong type. */
final class RandomDocument {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<Object> ODD =
            List.of("", "x", 1, -1.5, true, List.of(), List.of(1), Map.of(), Map.of("$ref", 7));
    private static final List<String> REFERENCES = List.of(
            "#/components/schemas/A",
            "#/components/schemas/B",
            "#/definitions/A",
            "#/gone",
            "#",
            "x.json",
            "#/%",
            "#/paths");

    private final Random random;

    RandomDocument(Random random) {
        this.random = random;
    }

    String next() {
        Map<String, Object> document = new LinkedHashMap<>();
        if (random.nextInt(3) == 0) {
            document.put("swagger", "2.0");
            document.put("host", any("a.example", "", 7));
            document.put("definitions", schemas());
        } else {
            document.put("openapi", any("3.0.1", "3.1.0", "3.2.0"));
            document.put("components", Map.of("schemas", schemas(), "securitySchemes", odd(Map.of("s", security()))));
        }
        document.put("security", odd(List.of(Map.of("s", List.of("r")))));
        Map<String, Object> paths = new LinkedHashMap<>();
        for (int i = 0; i < 5; i++) {
            String path = any("/a", "/a/{id}", "/{id}/{x}", "b", "/..", "/a/" + i);
            paths.put(path, odd(Map.of(any("get", "post", "put", "delete", "trace"), odd(operation()))));
        }
        document.put("paths", odd(paths));
        try {
            return MAPPER.writeValueAsString(document);
        } catch (JsonProcessingException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private Object operation() {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("operationId", odd(any("a", "b", "c d", "é", "x".repeat(100))));
        List<Object> parameters = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            Map<String, Object> parameter = new LinkedHashMap<>();
            parameter.put("name", odd(any("id", "x", "q", "X-H", "Host")));
            parameter.put("in", odd(any("path", "query", "header", "cookie", "body", "formData")));
            parameter.put("required", odd(random.nextBoolean()));
            parameter.put("type", odd(any("string", "array", "file", "object")));
            parameter.put("schema", odd(schema(2)));
            parameter.put("style", odd(any("form", "simple", "deepObject", "matrix")));
            parameter.put("collectionFormat", odd(any("csv", "multi", "tsv")));
            parameters.add(odd(parameter));
        }
        operation.put("parameters", odd(parameters));
        operation.put("consumes", odd(List.of("multipart/form-data")));
        String type = any("application/json", "multipart/form-data", "text/plain", "*/*", "a+json");
        operation.put(
                "requestBody",
                odd(Map.of("required", true, "content", odd(Map.of(type, odd(Map.of("schema", odd(schema(3)))))))));
        return operation;
    }

    private Object schemas() {
        return odd(Map.of("A", odd(schema(3)), "B", odd(schema(2))));
    }

    private Object schema(int depth) {
        Map<String, Object> schema = new LinkedHashMap<>();
        if (random.nextInt(4) == 0) {
            schema.put("$ref", any(REFERENCES.toArray(String[]::new)));
        }
        schema.put(
                any("type", "pattern", "enum", "required", "minimum", "exclusiveMinimum", "format", "items", "allOf"),
                odd(any("string", "object", "(?<", "array")));
        if (depth > 0) {
            schema.put("properties", odd(Map.of(any("a", "b"), odd(schema(depth - 1)))));
            schema.put(any("allOf", "anyOf", "oneOf"), odd(List.of(schema(depth - 1))));
            schema.put("patternProperties", odd(Map.of(any("a", "(?<", "^x"), odd(schema(depth - 1)))));
        }
        return schema;
    }

    private Object security() {
        return Map.of("type", any("http", "apiKey", "oauth2", "x"), "scheme", "bearer", "in", "header", "name", "X-K");
    }

    /** The value, or one of a wrong type. */
    private Object odd(Object value) {
        return random.nextInt(20) == 0 ? ODD.get(random.nextInt(ODD.size())) : value;
    }

    @SafeVarargs
    private <T> T any(T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
