package dev.guildhall.ports.task;

import dev.guildhall.ports.problem.Refusal;
import java.util.regex.Pattern;

/**
 * The type of a task (tasks-3).
 *
 * @param value matches {@link #FORM}
 */
public record TaskType(String value) {
    /** 1 to 64 characters: lower-case letters, digits, dots, underscores and hyphens, the first a letter or a digit. */
    public static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

    /**
     * Runs a suite of browser tests. Nodes do not claim such tasks with others: they wait until they are leased, as
     * those of a type that an external worker has polled for.
     */
    public static final TaskType TEST_RUN = new TaskType("test-run");

    public TaskType {
        if (!FORM.matcher(value).matches()) {
            throw Refusal.invalid("type", "must match " + FORM.pattern());
        }
    }
}
