package dev.guildhall.ports.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Driven port: the queue of tasks. Its clock is the store's own, the same for all nodes. Each write names a fencing
 * token: a node or worker that has lost a task changes nothing. Blocks. Takes part in {@code Transactions}
 * where a method says so.
 *
 * <p>The queue is fair between owners (tasks-15, start-time fair queueing). A task gets its place in the order of the
 * queue when it is enqueued, and keeps it through retries. The place is the time of its creation less {@link #LEVEL}
 * for each level of its priority, with two exceptions:
 *
 * <ul>
 *   <li>While another task of the same owner and priority waits, the new task is placed {@link #STEP} behind the last
 *   of these. Tasks that are enqueued in one call are placed {@link #STEP} apart in the same way.
 *   <li>The first waiting task of an owner is placed right behind the front of the backlog, that is the first waiting
 *   task of its priority that was enqueued behind another one of its own owner. If tasks of a lower priority have their
 *   front before this place, the task is placed behind that front.
 * </ul>
 *
 * So the first task of a new owner starts beside the next task of an owner with any number of waiting tasks; an owner
 * who was idle has no credit; and a bounded number of other tasks passes a task of the lowest priority.
 */
public interface TaskQueue {
    /** The head start of one level of priority. */
    Duration LEVEL = Duration.ofSeconds(6);

    /** The distance between two waiting tasks of one owner and priority. */
    Duration STEP = Duration.ofMillis(100);

    /** How many tasks of one user may sleep (tasks-9), or wait for a time, their key or approvals (tasks-38). */
    int MOST_SLEEPING = 10_000;

    /** How long a task stays in the queue that cannot sleep, because its user has too many sleeping tasks. */
    Duration UNTIL_SLEEP = Duration.ofSeconds(10);

    /**
     * Enqueues new tasks, all or none; in the open transaction if there is one. The store drops tasks whose owner's
     * account has been deleted.
     *
     * @param tasks one that has a {@linkplain TaskOptions#unique() key} comes alone
     * @param capacity how many tasks may wait in all, these included, without those that wait for a time, their key or
     *     their owners; 0 means no bound. Only owners of whom no more
     *     than an eighth of the capacity waits, these included, may use its last eighth (rounded down). Concurrent
     *     calls on all nodes together never exceed it, except by the tasks of transactions that were open while another
     *     call counted those that wait
     * @param dispatch which of the tasks the store claims for a node at once: not those of a type that external workers
     *     poll for, and none in an open transaction. Empty means that all tasks wait
     * @return the tasks that are in the queue, or the bound that they exceed, or the task that has the key; then nothing is
     *     written
     */
    Enqueued enqueue(List<NewTask> tasks, long capacity, Optional<DirectDispatch> dispatch);

    /** As {@link #enqueue(List, long, Optional)} without direct dispatch. */
    default Enqueued enqueue(List<NewTask> tasks, long capacity) {
        return enqueue(tasks, capacity, Optional.empty());
    }

    /**
     * Writes how attempts ended and claims tasks for a node, in one request. The node gets no task of a type that
     * external workers poll for. A node without a lease ends nothing and claims nothing.
     */
    SettleAndClaimResult settleAndClaim(SettleAndClaim request);

    /**
     * Ends a task that has not ended; in the open transaction if there is one.
     *
     * @param fence only the attempt with this fencing token, also while it waits ({@link AttemptEnd.Wait}); empty means any
     *     attempt, and a task that is queued
     * @return the task after the call, whether this call or an earlier one ended it; empty when the task does not
     *     exist, or when the attempt is not its latest one or has ended while the task goes on
     */
    Optional<Ending> end(TaskId id, TaskState.Ended state, Optional<Integer> fence);

    /**
     * Ends the wait of a task that waits in the queue ({@link AttemptEnd.Wait}); nothing happens when it does not wait.
     */
    void wake(TaskId id);

    /**
     * The outcome of a request to end a task.
     *
     * @param task the task after the request
     * @param changed whether this request has ended it
     */
    record Ending(Task task, boolean changed) {}

    /**
     * Notifies a listener of changes by this node, and by other nodes if the store can, until the subscription is
     * closed. The listener must not block.
     */
    Subscription listen(Consumer<TaskHint> listener);

    /** Ends the notifications. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
