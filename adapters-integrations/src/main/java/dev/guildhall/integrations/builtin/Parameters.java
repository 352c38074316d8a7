package dev.guildhall.integrations.builtin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class Parameters {
    private Parameters() {}

    /** An object with these properties and nothing else: a name, its schema, the next name, and so on. */
    static Map<String, Object> object(List<String> required, Object... namesAndSchemas) {
        return inOrder(
                "type",
                "object",
                "properties",
                inOrder(namesAndSchemas),
                "required",
                required,
                "additionalProperties",
                false);
    }

    static Map<String, Object> text(String description, int mostCharacters) {
        return inOrder("type", "string", "description", description, "maxLength", mostCharacters);
    }

    /** A property with one of these words as its value; the first word is the default. */
    static Map<String, Object> choice(String description, List<String> words) {
        return inOrder("type", "string", "description", description, "enum", words, "default", words.getFirst());
    }

    static Map<String, Object> integer(String description, int fallback, int least, int most) {
        return inOrder(
                "type", "integer", "description", description, "minimum", least, "maximum", most, "default", fallback);
    }

    static Map<String, Object> flag(String description) {
        return inOrder("type", "boolean", "description", description, "default", false);
    }

    /** An object whose names keep their order, so that models get the same text every time. */
    static Map<String, Object> inOrder(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }
}
