package dev.guildhall.ports.task;

/** That something has changed. Hints may come late, twice or never: whoever uses them looks for himself as well. */
public sealed interface TaskHint {
    /** There may be something to claim. */
    record Ready() implements TaskHint {}

    /**
     * A task has ended, or an attempt at it was taken away.
     *
     * @param id which one
     */
    record Ended(TaskId id) implements TaskHint {}

    /** A task may have ended that is part of something, which has not taken note of it. */
    record Unprocessed() implements TaskHint {}
}
