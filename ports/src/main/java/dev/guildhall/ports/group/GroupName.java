package dev.guildhall.ports.group;

import dev.guildhall.ports.Text;

/**
 * What a group is called. Several groups may have one name.
 *
 * @param value 1 to 100 characters, trimmed, as {@link Text#requireStoredName} has it
 */
public record GroupName(String value) {
    /** The most characters of a name. */
    public static final int MAX = 100;

    public GroupName {
        value = Text.requireStoredName("name", value, 1, MAX);
    }

    /**
     * Reads a new one, which obeys the {@link Text#requireName rule of names}; one that is stored already need not.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} that names {@code name}
     */
    public static GroupName parse(String text) {
        return new GroupName(Text.requireName("name", text, 1, MAX));
    }
}
