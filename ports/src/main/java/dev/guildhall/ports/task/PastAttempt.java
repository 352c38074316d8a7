package dev.guildhall.ports.task;

import java.time.Instant;

/**
 * An attempt that ended without ending its task.
 *
 * @param fence its fencing token
 * @param startedAt when it began
 * @param endedAt when it ended, or the queue recovered it
 * @param error the error of its handler, {@code WORKER_LOST}, {@code GIVEN_BACK} when its node stopped in order or
 *     had no free slot for it, or {@code WAITS_FOR_OWNER} when it waits for a decision of the task's owner
 */
public record PastAttempt(int fence, Instant startedAt, Instant endedAt, TaskError error) {}
