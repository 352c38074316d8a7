package dev.guildhall.core.workflow;

import java.time.Duration;

/**
 * Limits of workflows.
 *
 * @param capacity how many tasks may wait in total when a caller starts a workflow; 0 means any number
 * @param retryAfter when to try again after a refusal
 * @param stepTtl from the moment at which a step can begin to its end. Steps wait in the queue for other steps of the
 *     workflow, and must not fail because of that: this limits hanging steps, not waiting ones
 * @param inputCharacters how much outputs of other steps may add to the input of one, as JSON
 * @param kept how long ended workflows, and the agent service's tasks, are kept with their tasks
 * @param every how often ended tasks are searched without a hint
 * @param batch how many workflows are read at once
 * @param batches how many batches in one round
 * @param postponed how long a workflow that could not be advanced is skipped
 * @param mostPostponed how many such workflows are remembered
 */
public record WorkflowLimits(
        long capacity,
        Duration retryAfter,
        Duration stepTtl,
        int inputCharacters,
        Duration kept,
        Duration every,
        int batch,
        int batches,
        Duration postponed,
        int mostPostponed) {
    public static final WorkflowLimits DEFAULT = new WorkflowLimits(
            10_000,
            Duration.ofSeconds(1),
            Duration.ofDays(7),
            1 << 20,
            Duration.ofDays(30),
            Duration.ofSeconds(4),
            50,
            20,
            Duration.ofSeconds(30),
            1_000);

    /**
     * How many steps of one workflow are enqueued at once: an eighth of the queue at most, so that it has room for them when
     * its owner has no tasks there (tasks-32).
     */
    int mostAtOnce(int most) {
        return capacity == 0 ? most : (int) Math.max(1, Math.min(most, capacity / 8));
    }

    public WorkflowLimits withCapacity(long most) {
        return new WorkflowLimits(
                most, retryAfter, stepTtl, inputCharacters, kept, every, batch, batches, postponed, mostPostponed);
    }
}
