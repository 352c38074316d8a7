package dev.guildhall.ports.workflow;

/** How far a workflow has come (contract 4 and 6). */
public enum WorkflowStatus {
    /** Nobody has started it: tasks of the agent service alone begin so. */
    PENDING,
    /** Some step has not ended. */
    RUNNING,
    /** Every step completed. */
    COMPLETED,
    /** Every step has ended, and not all completed. */
    FAILED,
    /** Somebody did not want it any more. */
    CANCELLED;

    /** Whether nothing changes any more. */
    public boolean isFinal() {
        return this != PENDING && this != RUNNING;
    }
}
