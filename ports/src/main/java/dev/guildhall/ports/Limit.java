package dev.guildhall.ports;

import dev.guildhall.ports.problem.Refusal;

/**
 * The most items that a page of a list has.
 *
 * @param value 1 to {@value #MAX}
 */
public record Limit(int value) {
    /** The largest page (general-17). */
    public static final int MAX = 200;

    /** The limit of a request that names none. */
    public static final Limit DEFAULT = new Limit(50);

    public Limit {
        if (value < 1 || value > MAX) {
            throw Refusal.invalid("limit", "must be between 1 and " + MAX);
        }
    }
}
