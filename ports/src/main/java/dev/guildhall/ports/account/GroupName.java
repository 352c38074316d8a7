package dev.guildhall.ports.account;

import dev.guildhall.ports.Text;

/**
 * What a group is called. Several groups may have one name.
 *
 * @param value 1 to 100 characters, trimmed, as {@link Text#requireName} has it
 */
public record GroupName(String value) {
    /** The most characters of a name. */
    public static final int MAX = 100;

    public GroupName {
        value = Text.requireName("name", value, 1, MAX);
    }
}
