package dev.guildhall.ports.session;

import dev.guildhall.ports.problem.Refusal;

/**
 * Names an OAuth client: the identifier that its registration returned, or the https address of its metadata document
 * (protocols-4).
 *
 * @param value 1 to {@value #MAX} visible ASCII characters
 */
public record ClientId(String value) {
    /** The longest identifier, in characters. */
    public static final int MAX = 2000;

    public ClientId {
        if (value.isEmpty() || value.length() > MAX || !value.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw Refusal.invalid("client_id", "must be 1 to " + MAX + " visible ASCII characters");
        }
    }
}
