package dev.guildhall.ports.group;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;

/**
 * The purpose of a group, in a few words or lines.
 *
 * @param value 0 to 1000 characters, kept as given; tabs and line ends are the only control characters; otherwise as
 *     {@link Text#requirePlain} accepts it
 */
public record GroupDescription(String value) {
    /** The most characters of a description. */
    public static final int MAX = 1000;

    public GroupDescription {
        if (value.codePointCount(0, value.length()) > MAX) {
            throw Refusal.invalid("description", "must have at most " + MAX + " characters");
        }
        if (!Text.isWellFormed(value) || value.chars().anyMatch(GroupDescription::isUnfit)) {
            throw Refusal.invalid("description", "must not contain control characters but tabs and ends of lines");
        }
        Text.requirePlain("description", value);
    }

    private static boolean isUnfit(int c) {
        return Character.isISOControl(c) && c != '\t' && c != '\n' && c != '\r';
    }
}
