package dev.guildhall.integrations.openapi;

import dev.guildhall.ports.Text;
import java.util.Locale;

/** Converts names and descriptions of documents to those of tools. */
final class ToolWording {
    private ToolWording() {}

    static String cut(String text, int most) {
        // Cut before the repair, since many operations may share one long text.
        String repaired = Text.repaired(text.substring(0, Math.min(text.length(), 2 * most)))
                .strip();
        if (repaired.length() <= most) {
            return repaired;
        }
        int end = Character.isHighSurrogate(repaired.charAt(most - 2)) ? most - 2 : most - 1;
        return repaired.substring(0, end) + "…";
    }

    /** The name of an action: {@code listPets} becomes {@code list_pets}; empty when no valid character remains. */
    static String action(String id) {
        String start = id.length() > 4 * OpenApiLimits.NAME ? id.substring(0, 4 * OpenApiLimits.NAME) : id;
        String snake = start.replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                .replaceAll("([A-Z]+)([A-Z][a-z])", "$1_$2")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9_-]+", "_")
                .replaceAll("_{2,}", "_");
        return trimmed(snake);
    }

    /** The name of a parameter, in the characters that models may use. */
    static String parameter(String name) {
        String plain = trimmed(name.replaceAll("[^A-Za-z0-9_.-]+", "_"));
        return plain.isEmpty() ? "value" : plain;
    }

    /** A name with a suffix, within the longest name. */
    static String numbered(String name, int number) {
        String suffix = "_" + number;
        int most = OpenApiLimits.NAME - suffix.length();
        return (name.length() > most ? name.substring(0, most) : name) + suffix;
    }

    private static String trimmed(String name) {
        String cut = name.length() > OpenApiLimits.NAME ? name.substring(0, OpenApiLimits.NAME) : name;
        return cut.replaceAll("^_+|_+$", "");
    }
}
