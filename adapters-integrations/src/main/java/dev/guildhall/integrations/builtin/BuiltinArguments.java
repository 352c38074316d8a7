package dev.guildhall.integrations.builtin;

import dev.guildhall.ports.tool.FailureKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The arguments of one call. They have been checked against the tool's parameters; whatever does not fit nevertheless is
 * named.
 *
 * @param values by name
 */
record BuiltinArguments(Map<String, Object> values) {
    /** A text that must be there. */
    String text(String name, int mostCharacters) {
        return optionalText(name, mostCharacters).orElseThrow(() -> bad(name, "is required"));
    }

    /** A text; empty when it is left out or null. */
    Optional<String> optionalText(String name, int mostCharacters) {
        return switch (values.get(name)) {
            case null -> Optional.empty();
            case String text when text.length() <= mostCharacters -> Optional.of(text);
            case String _ -> throw bad(name, "must have at most " + mostCharacters + " characters");
            default -> throw bad(name, "must be a string");
        };
    }

    /** One of some words; the first of them when it is left out. */
    String choice(String name, List<String> words) {
        String word = optionalText(name, 100).orElse(words.getFirst());
        if (!words.contains(word)) {
            throw bad(name, "must be one of " + String.join(", ", words));
        }
        return word;
    }

    /** A whole number; the fallback when it is left out. */
    int integer(String name, int fallback, int least, int most) {
        return switch (values.get(name)) {
            case null -> fallback;
            case Number number when isWholeWithin(number, least, most) -> number.intValue();
            default -> throw bad(name, "must be an integer, " + least + " to " + most);
        };
    }

    /** Yes or no; no when it is left out. */
    boolean flag(String name) {
        return switch (values.get(name)) {
            case null -> false;
            case Boolean flag -> flag;
            default -> throw bad(name, "must be a boolean");
        };
    }

    private static boolean isWholeWithin(Number number, int least, int most) {
        double value = number.doubleValue();
        return value >= least && value <= most && value == Math.rint(value);
    }

    static ToolFault bad(String name, String what) {
        return new ToolFault(FailureKind.INVALID_ARGUMENTS, name + ": " + what);
    }
}
