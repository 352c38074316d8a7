package dev.guildhall.integrations;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the schema of a tool's parameters. */
final class Parameters {
    private Parameters() {}

    /** An object with one text and nothing else. */
    static Map<String, Object> oneText(String name, String description, boolean required) {
        return inOrder(
                "type",
                "object",
                "properties",
                Map.of(name, inOrder("type", "string", "description", description)),
                "required",
                required ? List.of(name) : List.of(),
                "additionalProperties",
                false);
    }

    /**
     * An object whose names keep their order, so that models are sent the same text every time.
     *
     * @param namesAndValues a name, its value, the next name, and so on
     */
    static Map<String, Object> inOrder(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }
}
