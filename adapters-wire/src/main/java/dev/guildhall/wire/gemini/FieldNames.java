package dev.guildhall.wire.gemini;

import dev.guildhall.wire.json.JsonBody;
import java.util.Locale;

/** The names of fields: Google accepts each of them in camel case and in snake case. */
final class FieldNames {
    private FieldNames() {}

    /**
     * The form of the name that the object has.
     *
     * @param name in camel case
     */
    static String in(JsonBody object, String name) {
        String snake = name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
        return !object.has(name) && object.has(snake) ? snake : name;
    }
}
