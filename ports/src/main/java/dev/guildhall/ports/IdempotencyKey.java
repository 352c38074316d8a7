package dev.guildhall.ports;

import dev.guildhall.ports.problem.Refusal;

/**
 * Makes the server carry out a request once, however often the client sends it (general-33).
 *
 * @param value 1 to {@value #MAX} visible ASCII characters
 */
public record IdempotencyKey(String value) {
    /** The most characters of a key. */
    public static final int MAX = 255;

    public IdempotencyKey {
        if (value.isEmpty() || value.length() > MAX || !value.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw Refusal.invalid("Idempotency-Key", "must be 1 to " + MAX + " visible ASCII characters");
        }
    }
}
