package dev.guildhall.ports.workflow;

/** How far a step has come (contract 4 and 6). */
public enum StepStatus {
    /** It waits for others. */
    PENDING,
    /** Its task waits in the queue or is carried out. */
    RUNNING,
    /** Its task has an output. */
    COMPLETED,
    /** Its task failed. */
    FAILED,
    /** A step that it depends on did not complete. */
    SKIPPED,
    /** Its task was cancelled, or the whole was. */
    CANCELLED;

    /** Whether nothing changes any more. */
    public boolean isFinal() {
        return this != PENDING && this != RUNNING;
    }
}
