package dev.guildhall.integrations.builtin;

import dev.guildhall.ports.UserId;
import java.util.Map;
import java.util.Optional;

/**
 * The arguments of one call, which the caller has validated against the tool's schema.
 *
 * @param countsFor the user for whose limits the call counts
 */
record BuiltinArguments(UserId countsFor, Map<String, Object> values) {
    /** A text that the schema requires. */
    String text(String name) {
        return optionalText(name).orElseThrow();
    }

    Optional<String> optionalText(String name) {
        return Optional.ofNullable((String) values.get(name));
    }

    int integer(String name, int fallback) {
        return values.get(name) instanceof Number number ? number.intValue() : fallback;
    }

    /** A boolean; false when it is absent. */
    boolean flag(String name) {
        return values.get(name) instanceof Boolean flag && flag;
    }
}
