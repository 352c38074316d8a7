package dev.guildhall.ports.task;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Driving port: tasks (spec/3 task orchestration, contract 6). Callers see their own, admins all; what they do not see is
 * {@code TaskProblem.TaskNotFound}. Every method blocks. Thread-safe.
 */
public interface Tasks {
    /** How long somebody can wait for a task. */
    Duration LONGEST_WAIT = Duration.ofSeconds(60);

    /**
     * Puts a task into the queue; it is durable when this returns.
     *
     * @param key makes it happen once, however often it is asked for; absent means every time
     * @throws dev.guildhall.ports.problem.Refusal with {@code TaskProblem.QueueFull}, {@code CommonProblem.Invalid},
     *     {@code CommonProblem.IdempotencyMismatch}, {@code CommonProblem.Conflict} while the first request with the key
     *     is still being answered
     */
    Submitted submit(Caller caller, TaskSpec spec, Optional<IdempotencyKey> key);

    /**
     * A task that is in the queue.
     *
     * @param task as it was kept
     * @param replayed whether an earlier request with the same key put it there
     */
    record Submitted(Task task, boolean replayed) {}

    /** A task as it is now. */
    Task find(Caller caller, TaskId id);

    /**
     * A task as it is when it has ended, or when the wait is over. Interrupting the thread ends the wait.
     *
     * @param atMost up to {@link #LONGEST_WAIT}
     */
    Task await(Caller caller, TaskId id, Duration atMost);

    /** Tasks, newest first; the filter's owner is kept to what the caller may see. */
    Page<Task> list(Caller caller, TaskFilter filter, PageRequest page);

    /**
     * Cancels a task; nothing can complete it afterwards. Cancelling it again changes nothing.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when it has completed or failed
     */
    Task cancel(Caller caller, TaskId id);

    /**
     * Tells what happens to a task until it has ended, or the listener throws, or the thread is interrupted.
     *
     * @param after the number of the last event that the listener has seen; 0 for none
     */
    void watch(Caller caller, TaskId id, int after, Consumer<TaskEvent> listener);
}
