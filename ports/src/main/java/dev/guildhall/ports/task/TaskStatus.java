package dev.guildhall.ports.task;

/** The status of a task: queued, running, then one of the others, which is final (tasks-1). */
public enum TaskStatus {
    /** It waits in the queue. */
    QUEUED,
    /** A node or a worker carries it out. */
    RUNNING,
    /** It has an output. */
    COMPLETED,
    /** It has an error. */
    FAILED,
    /** A user cancelled it. */
    CANCELLED;

    /** Whether the task has ended. */
    public boolean isFinal() {
        return this != QUEUED && this != RUNNING;
    }
}
