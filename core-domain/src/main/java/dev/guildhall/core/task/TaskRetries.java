package dev.guildhall.core.task;

import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskState;
import java.time.Duration;

/** Whether a failed attempt is the last one (contract 6). */
final class TaskRetries {
    private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
    private static final int MOST_DOUBLINGS = 6;

    private TaskRetries() {}

    /**
     * What an attempt's failure means for its task: each wait is twice as long as the one before.
     *
     * @param attempts how many there were, this one included
     * @param most how many there may be
     */
    static AttemptEnd.Result resultOf(TaskError error, boolean retryable, int attempts, int most) {
        return retryable && attempts < most
                ? new AttemptEnd.Again(
                        error, FIRST_DELAY.multipliedBy(1L << Math.clamp(attempts - 1, 0, MOST_DOUBLINGS)))
                : new AttemptEnd.Final(new TaskState.Failed(error));
    }
}
