package dev.guildhall.ports.group;

import dev.guildhall.ports.Text;

/**
 * The name of a group. Several groups may have the same name.
 *
 * @param value 1 to 100 characters, trimmed, as {@link Text#requireStoredName} accepts it
 */
public record GroupName(String value) {
    /** The most characters of a name. */
    public static final int MAX = 100;

    public GroupName {
        value = Text.requireStoredName("name", value, 1, MAX);
    }

    /**
     * Reads a new name, which must follow the {@link Text#requireName rule for new names}; a name that was stored
     * before need not.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} that names {@code name}
     */
    public static GroupName parse(String text) {
        return new GroupName(Text.requireName("name", text, 1, MAX));
    }
}
