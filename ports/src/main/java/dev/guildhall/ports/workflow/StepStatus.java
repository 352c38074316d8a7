package dev.guildhall.ports.workflow;

/** The state of a step (tasks-29, agents-22). */
public enum StepStatus {
    /** It waits for steps that it depends on. */
    PENDING,
    /** Its task waits in the queue or is running. */
    RUNNING,
    /** Its task has an output. */
    COMPLETED,
    /** Its task failed. */
    FAILED,
    /** A step that it depends on did not complete. */
    SKIPPED,
    /** Its task or its workflow was cancelled. */
    CANCELLED;

    /** Whether the state is final. */
    public boolean isFinal() {
        return this != PENDING && this != RUNNING;
    }
}
