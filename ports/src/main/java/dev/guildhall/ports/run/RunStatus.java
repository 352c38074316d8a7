package dev.guildhall.ports.run;

/** How far a run has come: queued, running, then one of the others for ever (contract 7). */
public enum RunStatus {
    QUEUED,
    RUNNING,
    /** It has reached its end; its outcome says how its tests went. */
    COMPLETED,
    /** It has no full verdict; its error says why. */
    FAILED,
    CANCELLED;

    /** Whether nothing changes any more. */
    public boolean isFinal() {
        return this != QUEUED && this != RUNNING;
    }
}
