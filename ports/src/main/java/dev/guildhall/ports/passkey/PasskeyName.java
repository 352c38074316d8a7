package dev.guildhall.ports.passkey;

import dev.guildhall.ports.Text;

/**
 * The name by which the owner of a passkey recognises it.
 *
 * @param value 1 to 100 characters, trimmed, as {@link Text#requireStoredName} accepts it
 */
public record PasskeyName(String value) {
    private static final int MAX = 100;

    public PasskeyName {
        value = Text.requireStoredName("name", value, 1, MAX);
    }

    /**
     * Reads a new name, which must follow the {@link Text#requireName rule for new names}.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} that names {@code name}
     */
    public static PasskeyName parse(String text) {
        return new PasskeyName(Text.requireName("name", text, 1, MAX));
    }
}
