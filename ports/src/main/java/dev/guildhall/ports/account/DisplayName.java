package dev.guildhall.ports.account;

import dev.guildhall.ports.Text;

/**
 * How a person is shown to others.
 *
 * @param value 1 to 100 characters, trimmed, as {@link Text#requireStoredName} has it
 */
public record DisplayName(String value) {
    /** The most characters of a name. */
    public static final int MAX = 100;

    public DisplayName {
        value = Text.requireStoredName("displayName", value, 1, MAX);
    }

    /**
     * Reads a new one, which obeys the {@link Text#requireName rule of names}; one that is stored already need not.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} that names {@code displayName}
     */
    public static DisplayName parse(String text) {
        return new DisplayName(Text.requireName("displayName", text, 1, MAX));
    }
}
