package dev.guildhall.ports.task;

/** A hint that something has changed. Hints may be late, repeated or lost: a listener polls as well. */
public sealed interface TaskHint {
    /** There may be something to claim. */
    record Ready() implements TaskHint {}

    /**
     * A task has ended, or a node or worker has lost its attempt at the task.
     *
     * @param id the task
     */
    record Ended(TaskId id) implements TaskHint {}

    /** A step of a workflow may have ended, and the workflow has not processed it. */
    record Unprocessed() implements TaskHint {}
}
