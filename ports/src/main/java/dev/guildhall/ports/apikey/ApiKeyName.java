package dev.guildhall.ports.apikey;

import dev.guildhall.ports.Text;

/**
 * The name by which the owner of an API key recognises it.
 *
 * @param value 1 to 100 characters, trimmed, as {@link Text#requireStoredName} accepts it
 */
public record ApiKeyName(String value) {
    private static final int MAX = 100;

    public ApiKeyName {
        value = Text.requireStoredName("name", value, 1, MAX);
    }

    /**
     * Reads a new name, which must follow the {@link Text#requireName rule for new names}.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} that names {@code name}
     */
    public static ApiKeyName parse(String text) {
        return new ApiKeyName(Text.requireName("name", text, 1, MAX));
    }
}
