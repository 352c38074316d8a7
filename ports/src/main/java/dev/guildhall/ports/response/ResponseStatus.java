package dev.guildhall.ports.response;

/** How far a stored answer has come. */
public enum ResponseStatus {
    /** Waits for a node. */
    QUEUED,
    /** A node asks the model. */
    IN_PROGRESS,
    /** The model has ended its answer. */
    COMPLETED,
    /** The answer was cut off, at its limit or by a filter. */
    INCOMPLETE,
    /** The model gave no whole answer. */
    FAILED,
    /** Its owner cancelled it. */
    CANCELLED;

    /** Whether it changes no more. */
    public boolean isFinal() {
        return this != QUEUED && this != IN_PROGRESS;
    }
}
