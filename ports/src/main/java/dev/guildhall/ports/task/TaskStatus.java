package dev.guildhall.ports.task;

/** How far a task has come: queued, running, then one of the others for ever (contract 6). */
public enum TaskStatus {
    /** It waits for its turn. */
    QUEUED,
    /** An agent is on it. */
    RUNNING,
    /** It has an output. */
    COMPLETED,
    /** It has an error. */
    FAILED,
    /** Somebody did not want it any more. */
    CANCELLED;

    /** Whether nothing changes any more. */
    public boolean isFinal() {
        return this != QUEUED && this != RUNNING;
    }
}
