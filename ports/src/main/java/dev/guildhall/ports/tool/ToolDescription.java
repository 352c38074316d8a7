package dev.guildhall.ports.tool;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;

/**
 * What a tool does and when to use it. Models read it as an instruction.
 *
 * @param value 1 to {@value #MAX} characters, trimmed, well-formed; line breaks are allowed
 */
public record ToolDescription(String value) {
    /** The most characters of a description. */
    public static final int MAX = 10_000;

    public ToolDescription {
        value = value.strip();
        if (value.isEmpty() || value.length() > MAX) {
            throw Refusal.invalid("description", "must have 1 to " + MAX + " characters");
        }
        if (!Text.isWellFormed(value)) {
            throw Refusal.invalid("description", "must be well-formed Unicode without NUL");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
