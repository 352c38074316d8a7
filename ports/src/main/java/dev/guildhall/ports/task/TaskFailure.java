package dev.guildhall.ports.task;

/** That a task could not be done. */
public final class TaskFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient TaskError error;
    private final boolean retryable;

    /**
     * A failure.
     *
     * @param error what the task's owner is told
     * @param retryable whether it may go better the next time
     */
    public TaskFailure(TaskError error, boolean retryable) {
        super(error.code() + ": " + error.message(), null, false, false);
        this.error = error;
        this.retryable = retryable;
    }

    /** What the task's owner is told. */
    public TaskError error() {
        return error;
    }

    /** Whether it may go better the next time. */
    public boolean isRetryable() {
        return retryable;
    }
}
