package dev.guildhall.core.task;

import dev.guildhall.ports.task.Task;
import java.util.Map;
import java.util.Optional;

/** Reads the inputs of built-in tasks; an invalid input fails the task with an error that names the field. */
public final class Inputs {
    private Inputs() {}

    /** A whole number in a range. */
    public static long wholeNumber(Task task, String field, long least, long most) {
        if (task.spec().input().get(field) instanceof Number number && isWhole(number, least, most)) {
            return number.longValue();
        }
        throw TaskErrors.invalid("input." + field, "must be an integer of " + least + " to " + most);
    }

    static boolean isWhole(Number number, long least, long most) {
        double value = number.doubleValue();
        return value == Math.rint(value) && value >= least && value <= most;
    }

    /** A text that says something. */
    public static String text(Task task, String field) {
        return optionalText(task, field).orElseThrow(() -> TaskErrors.invalid("input." + field, "is required"));
    }

    /** A text that says something; empty when there is none. */
    public static Optional<String> optionalText(Task task, String field) {
        Object value = task.spec().input().get(field);
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof String text && !text.isBlank()) {
            return Optional.of(text);
        }
        throw TaskErrors.invalid("input." + field, "must be a non-empty string");
    }

    /** An object; an empty one when there is none. */
    @SuppressWarnings("unchecked") // JSON's objects have names.
    static Map<String, Object> object(Task task, String field) {
        Object value = task.spec().input().get(field);
        if (value == null) {
            return Map.of();
        }
        if (value instanceof Map<?, ?> object) {
            return (Map<String, Object>) object;
        }
        throw TaskErrors.invalid("input." + field, "must be an object");
    }
}
