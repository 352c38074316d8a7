package dev.guildhall.ports.account;

import dev.guildhall.ports.Text;

/**
 * How a person is shown to others.
 *
 * @param value 1 to 100 characters, trimmed, as {@link Text#requireName} has it
 */
public record DisplayName(String value) {
    /** The most characters of a name. */
    public static final int MAX = 100;

    public DisplayName {
        value = Text.requireName("displayName", value, 1, MAX);
    }
}
