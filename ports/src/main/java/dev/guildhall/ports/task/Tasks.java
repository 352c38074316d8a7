package dev.guildhall.ports.task;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Driving port: tasks (tasks-1 to tasks-25). A caller sees the caller's own tasks, an admin sees all;
 * any other task is {@code TaskProblem.TaskNotFound}. Every method blocks.
 */
public interface Tasks {
    /** How long a caller can wait for a task at most. */
    Duration LONGEST_WAIT = Duration.ofSeconds(60);

    /**
     * Puts a task into the queue; it is durable when this returns.
     *
     * @param key makes repeated requests create one task; absent means that each request creates a task
     * @throws dev.guildhall.ports.problem.Refusal with {@code TaskProblem.QueueFull}, {@code CommonProblem.Invalid},
     *     {@code CommonProblem.IdempotencyMismatch}, {@code CommonProblem.Conflict} while the first request with the
     *     key is still being processed
     */
    Submitted submit(Caller caller, TaskSpec spec, Optional<IdempotencyKey> key);

    /**
     * The same for a task whose calls of tools wait for its owner where the owner's policy says {@code ask} (approvals-7).
     * It waits without a slot; its time to live stands still meanwhile.
     */
    Submitted submitAsking(Caller caller, TaskSpec spec, Optional<IdempotencyKey> key);

    /** The same for a task of the usual priority and time, without tools and without an idempotency key. */
    default Task submit(Caller caller, String type, Map<String, ?> input) {
        return submit(caller, TaskSpec.of(new TaskType(type), JsonData.copy(input)), Optional.empty())
                .task();
    }

    /**
     * The outcome of a submission.
     *
     * @param task the task as it was enqueued
     * @param replayed whether an earlier request with the same key created it
     */
    record Submitted(Task task, boolean replayed) {}

    /** The task as it is now. */
    Task find(Caller caller, TaskId id);

    /**
     * The task when it has ended, or as it is after the wait. An interrupt of the thread ends the wait.
     *
     * @param atMost up to {@link #LONGEST_WAIT}
     */
    Task await(Caller caller, TaskId id, Duration atMost);

    /**
     * The task when it has ended, however long that takes.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Cancelled} when the thread was interrupted
     */
    default Task await(Caller caller, TaskId id) {
        Task task = await(caller, id, LONGEST_WAIT);
        while (!task.status().isFinal()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new Refusal(new CommonProblem.Cancelled());
            }
            task = await(caller, id, LONGEST_WAIT);
        }
        return task;
    }

    /** Tasks, newest first; without tasks that the caller may not see. Tasks of another user need the role admin. */
    Page<Task> list(Caller caller, TaskFilter filter, PageRequest page);

    /**
     * Cancels a task. Cancelling it again changes nothing.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when it has completed or failed
     */
    Task cancel(Caller caller, TaskId id);

    /**
     * Puts a task into the queue that repeats an ended one: the same work with the same options, by itself, for the owner
     * of the task (tasks-41).
     *
     * @param key of the request, as for {@link #submit}; absent means that each request repeats it
     * @throws dev.guildhall.ports.problem.Refusal as {@link #submit}; with {@code CommonProblem.Conflict} when the task
     *     has not ended
     */
    Submitted retry(Caller caller, TaskId id, Optional<IdempotencyKey> key);

    /**
     * Repeats the caller's own tasks that ended so and were not repeated before, without steps of workflows, oldest
     * first. When the queue is full, those for which it had room are repeated; a further call repeats others.
     *
     * @param status {@code FAILED} or {@code CANCELLED}
     * @param type absent means any
     * @param since the earliest end; absent means any
     * @return how many tasks it has repeated, {@value #MOST_RETRIED} at most
     * @throws dev.guildhall.ports.problem.Refusal with {@code TaskProblem.QueueFull} when the queue had room for none
     */
    int retryAll(Caller caller, TaskStatus status, Optional<TaskType> type, Optional<Instant> since);

    /** The most tasks that one call repeats. */
    int MOST_RETRIED = 10_000;

    /**
     * Completes a task of type {@code wait} with the output {@code {payload: …}} (tasks-42).
     *
     * @param payload JSON data; absent means null
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} for a task of another type, and
     *     one that has ended
     */
    Task signal(Caller caller, TaskId id, Optional<Object> payload);

    /**
     * Passes the events of a task to a listener until the task has ended, the listener throws, or the thread is
     * interrupted.
     *
     * @param after the number of the last event that the listener has seen; 0 for none
     */
    void watch(Caller caller, TaskId id, int after, Consumer<TaskEvent> listener);
}
