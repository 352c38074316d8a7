package dev.guildhall.ports.task;

import dev.guildhall.ports.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Driving port: external workers, in any language (tasks-26 to tasks-28). A worker takes the caller's own tasks; a
 * worker of an admin takes the tasks of all users. Tasks of a type that a worker has polled for within {@link
 * #WAITED_FOR} wait for such a worker. Every method blocks.
 */
public interface TaskWorkers {
    /** The most tasks that one poll can take. */
    int MOST_TASKS = 100;

    /** The most types that one poll can name. */
    int MOST_TYPES = 50;

    /** How long tasks of a type wait for external workers after the last poll for it. */
    Duration WAITED_FOR = Duration.ofDays(1);

    /** How long a lease lasts without a heartbeat. */
    Duration LEASE = Duration.ofSeconds(15);

    /**
     * Takes tasks.
     *
     * @param types the types of tasks to take, 1 to {@link #MOST_TYPES}
     * @param max how many at most, 1 to {@link #MOST_TASKS}
     * @param wait how long to wait for the first, up to {@link Tasks#LONGEST_WAIT}
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} for a built-in type
     */
    List<Leased> poll(Caller caller, Set<TaskType> types, int max, Duration wait);

    /**
     * A task that a worker has taken.
     *
     * @param task the task
     * @param leaseId what the worker sends with each request about the task
     * @param leaseUntil when the lease expires
     */
    record Leased(Task task, LeaseId leaseId, Instant leaseUntil) {}

    /**
     * Puts tasks back into their places in the queue, because the worker has not received the response of its poll. No
     * attempt is counted. A task whose lease has expired stays as it is.
     *
     * @param undelivered as {@link #poll} returned them
     */
    void giveBack(Caller caller, List<Leased> undelivered);

    /**
     * Extends the lease: the worker is still at work.
     *
     * @return when the lease expires now
     * @throws dev.guildhall.ports.problem.Refusal with {@code TaskProblem.TaskNotFound}, {@code TaskProblem.StaleLease}
     */
    Instant heartbeat(Caller caller, TaskId id, LeaseId leaseId);

    /**
     * The worker has completed the task. The same call again within a day returns the same task; any other call with a
     * lease that was used is refused.
     *
     * @return the task as this call left it
     * @throws dev.guildhall.ports.problem.Refusal as {@link #heartbeat}
     */
    Task complete(Caller caller, TaskId id, LeaseId leaseId, Map<String, Object> output);

    /**
     * The worker could not complete the task. A repeated call is handled as by {@link #complete}.
     *
     * @param retryable whether the task is tried again, if it has attempts left
     * @throws dev.guildhall.ports.problem.Refusal as {@link #heartbeat}
     */
    Task fail(Caller caller, TaskId id, LeaseId leaseId, TaskError error, boolean retryable);
}
