package dev.guildhall.ports.task;

import dev.guildhall.ports.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Driving port: workers outside this process, in any language (contract 6). They take the caller's own tasks; those of an
 * admin take everybody's. A kind that such a worker has asked for within {@link #WAITED_FOR} waits for one. Every method
 * blocks. Thread-safe.
 */
public interface TaskWorkers {
    /** The most tasks that can be taken at once. */
    int MOST_TASKS = 100;

    /** The most kinds that can be asked for at once. */
    int MOST_TYPES = 50;

    /** How long a kind waits for workers outside after one has asked for it. */
    Duration WAITED_FOR = Duration.ofDays(1);

    /** How long a lease lasts, unless the worker is heard of. */
    Duration LEASE = Duration.ofSeconds(15);

    /**
     * Takes tasks.
     *
     * @param types of these kinds, 1 to {@link #MOST_TYPES}
     * @param max how many at most, 1 to {@link #MOST_TASKS}
     * @param wait how long to wait for the first, up to {@link Tasks#LONGEST_WAIT}
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} for a kind that is built in
     */
    List<Leased> poll(Caller caller, Set<TaskType> types, int max, Duration wait);

    /**
     * A task that a worker has taken.
     *
     * @param task which one
     * @param leaseId what to send with every word on it
     * @param leaseUntil when it is taken back
     */
    record Leased(Task task, LeaseId leaseId, Instant leaseUntil) {}

    /**
     * Puts tasks back into their places in the queue, as if the caller had not taken them: the worker has not heard of
     * them. No attempt is counted. A task whose lease has ended is left as it is.
     *
     * @param unheard as {@link #poll} returned them
     */
    void giveBack(Caller caller, List<Leased> unheard);

    /**
     * The worker is still on it.
     *
     * @return when the task is taken back now
     * @throws dev.guildhall.ports.problem.Refusal with {@code TaskProblem.TaskNotFound}, {@code TaskProblem.StaleLease}
     */
    Instant heartbeat(Caller caller, TaskId id, LeaseId leaseId);

    /**
     * The worker has done it. The same call again within a day gets the first answer; any other call with a lease that was
     * used is refused.
     *
     * @return the task as this call left it
     * @throws dev.guildhall.ports.problem.Refusal as {@link #heartbeat}
     */
    Task complete(Caller caller, TaskId id, LeaseId leaseId, Map<String, Object> output);

    /**
     * The worker could not do it. The same call again is answered as {@link #complete} answers it.
     *
     * @param retryable whether it is to be tried again, when there are attempts left
     * @throws dev.guildhall.ports.problem.Refusal as {@link #heartbeat}
     */
    Task fail(Caller caller, TaskId id, LeaseId leaseId, TaskError error, boolean retryable);
}
