package dev.guildhall.ports.run;

/** The state of a run: queued, running, then one of the final states (runs-2). */
public enum RunStatus {
    QUEUED,
    RUNNING,
    /** All its tests have ended; see its outcome. */
    COMPLETED,
    /** It has no complete result; its error says why. */
    FAILED,
    CANCELLED;

    /** Whether the state is final. */
    public boolean isFinal() {
        return this != QUEUED && this != RUNNING;
    }
}
