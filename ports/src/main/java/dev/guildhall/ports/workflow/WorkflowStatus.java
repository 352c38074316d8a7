package dev.guildhall.ports.workflow;

/** The state of a workflow (tasks-29, agents-22). */
public enum WorkflowStatus {
    /** It has not been started; only tasks of the agent service begin in this state. */
    PENDING,
    /** Some step has not ended. */
    RUNNING,
    /** Every step completed. */
    COMPLETED,
    /** Every step has ended, and not all completed. */
    FAILED,
    /** A caller cancelled it. */
    CANCELLED;

    /** Whether the state is final. */
    public boolean isFinal() {
        return this != PENDING && this != RUNNING;
    }
}
