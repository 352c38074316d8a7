package dev.guildhall.ports.task;

import dev.guildhall.ports.problem.ErrorKind;
import java.time.Duration;

/**
 * How one attempt at a task ended.
 *
 * @param taskId the task
 * @param lease the right to end the attempt
 * @param result how it ended
 */
public record AttemptEnd(TaskId taskId, Lease lease, Result result) {
    /** How an attempt ended. */
    public sealed interface Result {}

    /**
     * The task has ended.
     *
     * @param state how it has ended
     */
    public record Final(TaskState.Ended state) implements Result {}

    /**
     * The task goes back to the queue and is tried again.
     *
     * @param error why
     * @param delay the pause before the next attempt, not negative
     */
    public record Again(TaskError error, Duration delay) implements Result {}

    /**
     * The task goes back to its place in the queue without counting the attempt: its node stops in order, or has no
     * free slot.
     */
    public record GivenBack() implements Result {}

    /**
     * The task goes back to its place in the queue without counting the attempt, and waits there until {@link TaskQueue#wake};
     * its time to live stands still meanwhile.
     *
     * @param most how long it waits at most, more than zero
     */
    public record Wait(Duration most) implements Result {
        /** The error of an attempt that ended so, by which {@link Task#waited} knows it. */
        public static final TaskError ERROR =
                new TaskError("WAITS_FOR_OWNER", "it waits for its owner", ErrorKind.UNAVAILABLE);
    }

    /**
     * The task goes on without a holder, and ends after a while. If the user for whom it counts has {@link
     * TaskQueue#MOST_SLEEPING} sleeping tasks already, it goes back to its place in the queue instead, for at least
     * {@link TaskQueue#UNTIL_SLEEP} and without counting the attempt.
     *
     * @param outcome how it ends then
     * @param delay until then, more than zero
     */
    public record Sleep(TaskState.Ended outcome, Duration delay) implements Result {}
}
