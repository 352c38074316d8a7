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
     * The new value of a field that always has one; empty when the field stays as it is.
     *
     * @param absent the value of the field when a request leaves it out, which a removed value becomes
     */
    default Optional<T> replacement(T absent) {
        return switch (this) {
            case Kept<T> ignored -> Optional.empty();
            case Cleared<T> ignored -> Optional.of(absent);
            case Replaced<T>(T value) -> Optional.of(value);
        };
    }

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
