package dev.guildhall.core.workflow;

import java.time.Duration;

/**
 * Bounds of workflows.
 *
 * @param capacity how many tasks may wait in all when somebody starts a workflow; 0 means any number
 * @param retryAfter when to try again where they do not find room
 * @param stepTtl from the moment at which a step can begin to its end. Steps wait in the queue for their siblings, and a
 *     workflow must not fail of that: it is the bound of what hangs, not of what waits
 * @param inputCharacters how much outputs of other steps may add to the input of one, as JSON
 * @param kept how long workflows, and the agent service's tasks, are kept with their tasks when they have ended
 * @param every how often it is looked for tasks that have ended, when nobody tells
 * @param batch how many workflows are looked for at once
 * @param batches how many times in one round
 * @param postponed how long a workflow is let alone that could not be advanced
 * @param mostPostponed how many such ones are remembered
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
    /** What holds where nothing else was asked for. */
    public static final WorkflowLimits DEFAULT = new WorkflowLimits(
            10_000,
            Duration.ofSeconds(1),
            Duration.ofDays(7),
            1 << 20,
            Duration.ofDays(30),
            Duration.ofMillis(500),
            50,
            20,
            Duration.ofSeconds(30),
            1_000);

    /**
     * How many steps of one workflow can begin at once when nothing else waits. The last eighth of the queue is not open to
     * them (contract 6).
     */
    long mostAtOnce() {
        return capacity == 0 ? Long.MAX_VALUE : capacity - capacity / 8;
    }

    /** The same with another bound of what may wait. */
    public WorkflowLimits withCapacity(long most) {
        return new WorkflowLimits(
                most, retryAfter, stepTtl, inputCharacters, kept, every, batch, batches, postponed, mostPostponed);
    }
}
