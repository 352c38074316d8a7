package dev.guildhall.ports;

import java.util.Optional;

/** What a partial update does to a field that may be without a value. */
public sealed interface Change<T> {
    /** The field stays as it is. */
    record Kept<T>() implements Change<T> {}

    /** The field has no value afterwards. */
    record Cleared<T>() implements Change<T> {}

    /**
     * The field has another value afterwards.
     *
     * @param value that one
     */
    record Replaced<T>(T value) implements Change<T> {}

    /**
     * The field after the change.
     *
     * @param before the field until now; empty when it has no value
     */
    default Optional<T> applyTo(Optional<T> before) {
        return switch (this) {
            case Kept<T> ignored -> before;
            case Cleared<T> ignored -> Optional.empty();
            case Replaced<T>(T value) -> Optional.of(value);
        };
    }
}
