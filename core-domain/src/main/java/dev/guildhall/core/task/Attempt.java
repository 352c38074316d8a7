package dev.guildhall.core.task;

import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Lease;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskState;

/** One attempt at a task on this node, and whether it still counts. */
final class Attempt {
    private final Task task;
    private final Lease lease;
    private volatile Thread thread = Thread.currentThread();
    private boolean begun;
    private boolean over;
    private boolean abandoned;
    private boolean interrupted;

    Attempt(Task task) {
        if (!(task.state() instanceof TaskState.Running running)) {
            throw new IllegalStateException("claimed, and not running: " + task.id());
        }
        this.task = task;
        this.lease = running.lease();
    }

    Task task() {
        return task;
    }

    int fence() {
        return lease.fence();
    }

    AttemptEnd end(AttemptEnd.Result result) {
        return new AttemptEnd(task.id(), lease, result);
    }

    /** Begins on the calling thread; false when the node has lost it. */
    synchronized boolean begin() {
        thread = Thread.currentThread();
        begun = true;
        return !abandoned;
    }

    /** Ends on the thread that it began on; an interrupt has no effect from now on. False when the node has lost it. */
    synchronized boolean finish() {
        over = true;
        return !abandoned;
    }

    /** Whether {@link #interrupt} or {@link #abandon} ended it early. */
    synchronized boolean wasInterrupted() {
        return interrupted;
    }

    /** The node has lost it: its result is dropped. */
    synchronized void abandon() {
        abandoned = true;
        interrupt();
    }

    /** Ends it early; its result is written. */
    synchronized void interrupt() {
        if (begun && !over) {
            interrupted = true;
            thread.interrupt();
        }
    }
}
