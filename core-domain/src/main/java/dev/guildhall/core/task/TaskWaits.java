package dev.guildhall.core.task;

import java.time.Duration;

/** An attempt ends, since its task waits for its owner; thrown by executors. */
public final class TaskWaits extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Duration most;

    /** @param most how long it waits at most, more than zero */
    public TaskWaits(Duration most) {
        super("the task waits for its owner", null, false, false);
        this.most = most;
    }

    Duration most() {
        return most;
    }
}
