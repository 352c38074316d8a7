package dev.guildhall.ports.tool;

/** What sort of failure a tool met. */
public enum FailureKind {
    /** There is no such tool for this caller. */
    UNKNOWN_TOOL,
    /** The arguments do not fit the tool's parameters. */
    INVALID_ARGUMENTS,
    /** The tool ran and failed; the same call would fail again. */
    FAILED,
    /** The tool took too long; the same call may go through later. */
    TIMED_OUT,
    /** Nobody waits for the answer any more. */
    CANCELLED;

    /** Whether the same call may go through later. */
    public boolean isRetryable() {
        return this == TIMED_OUT;
    }
}
