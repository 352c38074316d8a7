package dev.guildhall.ports.task;

import java.time.Duration;

/**
 * How one attempt at a task ended.
 *
 * @param taskId of which task
 * @param hold the right to say so
 * @param result how it ended
 */
public record AttemptEnd(TaskId taskId, Lease hold, Result result) {
    /** How an attempt ended. */
    public sealed interface Result {}

    /**
     * The task ends with it.
     *
     * @param state how
     */
    public record Final(TaskState.Ended state) implements Result {}

    /**
     * The task goes back to the queue and is tried again.
     *
     * @param error why
     * @param delay after which time at the earliest, not negative
     */
    public record Again(TaskError error, Duration delay) implements Result {}

    /** The task goes back to its place in the queue as if nobody had tried: its node stops in order. */
    public record GivenBack() implements Result {}
}
