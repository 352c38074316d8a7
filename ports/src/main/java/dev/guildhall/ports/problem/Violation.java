package dev.guildhall.ports.problem;

/**
 * One fault of a request.
 *
 * @param field where, as a path, for example {@code parameters.limit}
 * @param message what, for example {@code must be an integer}
 */
public record Violation(String field, String message) {
    @Override
    public String toString() {
        return field + ": " + message;
    }
}
