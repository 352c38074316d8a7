package dev.guildhall.ports;

import dev.guildhall.ports.problem.Refusal;

/**
 * How many items a list answers with at most.
 *
 * @param value 1 to {@value #MAX}
 */
public record Limit(int value) {
    /** The largest page (contract 0, lists). */
    public static final int MAX = 200;

    /** What is taken when a request names none. */
    public static final Limit DEFAULT = new Limit(50);

    public Limit {
        if (value < 1 || value > MAX) {
            throw Refusal.invalid("limit", "must be between 1 and " + MAX);
        }
    }
}
