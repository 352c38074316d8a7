package dev.guildhall.ports.account;

import dev.guildhall.ports.Text;

/**
 * The name under which other users see a person.
 *
 * @param value 1 to 100 characters, trimmed, as {@link Text#requireStoredName} accepts it
 */
public record DisplayName(String value) {
    /** The most characters of a name. */
    public static final int MAX = 100;

    public DisplayName {
        value = Text.requireStoredName("displayName", value, 1, MAX);
    }

    /**
     * Reads a new name, which must follow the {@link Text#requireName rule for new names}; a name that was stored
     * before need not.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} that names {@code displayName}
     */
    public static DisplayName parse(String text) {
        return new DisplayName(Text.requireName("displayName", text, 1, MAX));
    }
}
