package dev.guildhall.ports.connection;

import dev.guildhall.ports.problem.Refusal;
import java.util.regex.Pattern;

/**
 * The name of an integration, the first part of the names of its tools.
 *
 * @param value 1 to {@value #MAX} characters of {@code [a-z0-9_-]}
 */
public record IntegrationName(String value) implements Comparable<IntegrationName> {
    /** The most characters of a name. */
    public static final int MAX = 64;

    private static final Pattern FORM = Pattern.compile("[a-z0-9_-]{1," + MAX + "}");

    public IntegrationName {
        if (!FORM.matcher(value).matches()) {
            throw Refusal.invalid("integration", "must be 1 to " + MAX + " characters of [a-z0-9_-]");
        }
    }

    @Override
    public int compareTo(IntegrationName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
