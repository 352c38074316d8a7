package dev.guildhall.ports.task;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Driven port: the queue, with all that was ever in it. Its clock is the store's own, the same for all nodes. Every
 * write is fenced: who has lost a task changes nothing. Blocks. Thread-safe; takes part in {@code Transactions} where it
 * says so.
 *
 * <p>Owners take turns (contract 6, start-time fair queueing). A task's place in the order of the queue is fixed when it is
 * kept, and it keeps it through retries. It is the time of its creation less {@link #LEVEL} for each level of its priority,
 * with two exceptions:
 *
 * <ul>
 *   <li>A task that is kept while a task of the same owner and priority waits is put {@link #STEP} behind the last of these.
 *       Tasks that are kept in one call are put {@link #STEP} apart in the same way.
 *   <li>The first waiting task of an owner is put right behind the front of the backlog, that is the first waiting task of its
 *       priority that was kept behind another one of its own owner. If tasks of a lower priority have their front before its
 *       place, the task is put behind that front.
 * </ul>
 *
 * So the next task of an owner who comes new starts beside the next one of an owner with any number of waiting tasks; an
 * owner who was idle has no credit; a task of the least priority is passed by a bounded number of others.
 */
public interface TaskStore {
    /** The head start of one level of priority. */
    Duration LEVEL = Duration.ofSeconds(6);

    /** How far apart tasks of one owner and priority stand. */
    Duration STEP = Duration.ofMillis(100);

    /**
     * Keeps new tasks, all or none; in the open transaction if there is one.
     *
     * @param capacity how many may wait in all, these included; 0 means any number. The last eighth of it (rounded down) is
     *     open only to owners of whom no more than an eighth waits, these included
     * @param eager which of them run at a node as soon as they are kept: not those of a kind that a worker outside has
     *     asked for, and none in an open transaction. Empty means that all wait
     * @return the tasks, or which bound was met: then nothing is written. Of many calls at once, on all nodes, no more are
     *     kept than find room. Those of an account that is not there any more are forgotten at once
     */
    Enqueued enqueue(List<NewTask> tasks, long capacity, Optional<DirectDispatch> eager);

    /** As {@link #enqueue(List, long, Optional)}, and all wait. */
    default Enqueued enqueue(List<NewTask> tasks, long capacity) {
        return enqueue(tasks, capacity, Optional.empty());
    }

    /** The task; empty when there is none. */
    Optional<Task> find(TaskId id);

    /** Those of the tasks that there are, in any order. */
    List<Task> findAll(Collection<TaskId> ids);

    /** Tasks, newest first. A page may be shorter than it was asked for where inputs and outputs are large. */
    Page<Task> list(TaskFilter filter, PageRequest page);

    /** Tasks that are running, newest first. */
    Page<Task> running(TaskFilter filter, PageRequest page);

    /**
     * Writes how attempts ended and claims tasks for a node, in one go. Tasks of a kind that a worker outside has asked
     * for are not among them. A node without a lease ends nothing and claims nothing.
     */
    SettleAndClaimResult settleAndClaim(SettleAndClaim settleAndClaim);

    /**
     * Ends a task that has not ended; in the open transaction if there is one.
     *
     * @param fence only the attempt with that fencing token; empty means whatever it is at
     * @return the task as it is afterwards, ended by this call or before; empty when there is none, or when the attempt
     *     is not its latest any more, or is over while the task goes on
     */
    Optional<Ending> end(TaskId id, TaskState.Ended state, Optional<Integer> fence);

    /**
     * A task behind the wish to end it.
     *
     * @param task as it is
     * @param changed whether this call has ended it
     */
    record Ending(Task task, boolean changed) {}

    /**
     * Fails tasks whose time is over, wherever they are.
     *
     * @param most how many at most
     * @return which
     */
    List<TaskId> expire(TaskError error, int most);

    /**
     * Puts tasks back into the queue whose wait between two attempts is over; until then they count as queued, but nobody
     * claims them. Gives to nodes again what waits for workers outside of a kind that none has asked for in
     * {@link TaskWorkers#WAITED_FOR}.
     *
     * @param most how many of the former at most
     * @return how many of the former
     */
    int wake(int most);

    /**
     * What a node that has a lease is at, as the store knows it, in the order in which it is to begin. The node may not
     * know some of it: it never heard the answer to a turn that was taken.
     */
    List<Task> held(NodeId node);

    /** Those of a node's attempts that are not its any more, by task and fencing token. */
    List<TaskId> lost(NodeId node, Map<TaskId, Integer> fences);

    /**
     * Takes tasks back from holders whose lease has ended: into the queue, or into failure when there were enough
     * attempts. Forgets nodes that hold nothing any more.
     *
     * @param attempts how many there may be in all
     * @param error how tasks fail, and what is written beside lost attempts
     * @param most how many tasks at most, 0 or more
     * @return which
     */
    List<TaskId> recover(int attempts, TaskError error, int most);

    /** Gives a node its lease, or a longer one; false when it had one that has ended: then its tasks may be others'. */
    boolean renew(NodeId node, Duration lease);

    /** A node holds nothing any more and stops. */
    void leave(NodeId node);

    /**
     * Claims tasks for a worker outside, each with a lease of its own, and notes that its kinds wait for such workers from
     * now on.
     *
     * @param leases identifiers for the leases, as many as tasks are wanted
     */
    List<Task> lease(WorkerScope scope, List<LeaseId> leases, Duration lease);

    /**
     * Makes a lease longer. The holder of a lease that has expired gets it again until a node {@linkplain #recover takes the
     * task back}: it lived through an outage.
     *
     * @return when it ends now; empty when the task has been taken back, or has ended
     */
    Optional<Instant> extend(TaskId id, LeaseId leaseId, Duration lease);

    /**
     * Writes how an attempt of a worker outside ended; in the open transaction if there is one. False when its lease has
     * ended, or the task has.
     */
    boolean settle(TaskId id, LeaseId leaseId, AttemptEnd.Result result);

    /** How full the queue is. May be a few seconds old. */
    QueueDepth depth();

    /**
     * Forgets tasks that ended before a time and are not part of anything.
     *
     * @param most how many at most
     * @return how many
     */
    int prune(Instant before, int most);

    /** Tells of changes, by this node and if it can by others, until it is closed. The listener does not block. */
    Listening listen(Consumer<TaskHint> listener);

    /** Ends the telling of hints. */
    interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * How many tasks of an owner there are in each status, without those that carry out test runs: the runs are counted
     * themselves. Statuses without a task are left out.
     */
    Map<TaskStatus, Long> counts(UserId owner);
}
