package dev.guildhall.ports.connection;

import dev.guildhall.ports.problem.Refusal;

/**
 * A permission that a connection may have (RFC 6749, 3.3).
 *
 * @param value 1 to {@value #MAX} visible ASCII characters without quotes and backslashes
 */
public record Scope(String value) implements Comparable<Scope> {
    /** The most characters of a scope. */
    public static final int MAX = 255;

    public Scope {
        boolean wellFormed = value.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '"' && c != '\\');
        if (value.isEmpty() || value.length() > MAX || !wellFormed) {
            throw Refusal.invalid(
                    "scopes", "must be 1 to " + MAX + " visible ASCII characters without quotes and backslashes");
        }
    }

    @Override
    public int compareTo(Scope other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
