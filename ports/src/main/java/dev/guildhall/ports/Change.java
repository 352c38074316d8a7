package dev.guildhall.ports;

import java.util.Optional;

/** What a partial update does to an optional field. */
public sealed interface Change<T> {
    /** The field stays as it is. */
    record Kept<T>() implements Change<T> {}

    /** The update removes the field's value. */
    record Cleared<T>() implements Change<T> {}

    /**
     * The update replaces the field's value.
     *
     * @param value the new value
     */
    record Replaced<T>(T value) implements Change<T> {}

    /**
     * The value of the field after the change.
     *
     * @param before the value before the change; empty when the field has none
     */
    default Optional<T> applyTo(Optional<T> before) {
        return switch (this) {
            case Kept<T> ignored -> before;
            case Cleared<T> ignored -> Optional.empty();
            case Replaced<T>(T value) -> Optional.of(value);
        };
    }
}
