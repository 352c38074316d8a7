package dev.guildhall.ports.task;

import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Driven port: what each node does for the whole queue at intervals. Blocks. */
public interface TaskMaintenance {
    /**
     * Whether {@link #endSleeping}, {@link #expire} or {@link #wake} may have something to do now: one short request
     * instead of those.
     */
    boolean isDue();

    /**
     * Fails tasks whose time to live has passed, in whatever state they are.
     *
     * @param most how many tasks at most
     * @return the tasks
     */
    List<TaskId> expire(TaskError error, int most);

    /**
     * Puts tasks whose start has come, or whose pause between two attempts has passed, into the queue; until then they
     * count as queued, but cannot be claimed. A task with a {@linkplain TaskOptions#concurrency() key} waits for it then.
     * A task that had no attempt yet gets its place in the queue as if it had just been enqueued.
     *
     * @param most how many tasks at most
     * @return how many tasks do not wait for that time any more
     */
    int wake(int most);

    /**
     * Puts tasks into the queue that wait for a key which has become free, and tasks of a type that no external worker has
     * polled for within {@link TaskWorkers#WAITED_FOR}: these wait for nodes again. A store does the former also when a
     * task with the key ends on this node.
     *
     * @param most how many tasks of each kind at most
     */
    void release(int most);

    /**
     * Ends sleeping tasks whose time has come, unless their time to live passed before.
     *
     * @param most how many tasks at most
     * @return the tasks
     */
    List<Task> endSleeping(int most);

    /**
     * Marks ended tasks of an owner as {@linkplain TaskOptions#retriedFrom() retried}, in the open transaction, without
     * steps of workflows and those that were marked before. Concurrent calls mark different tasks.
     *
     * @param status a final one
     * @param type absent means any
     * @param since the earliest end; absent means any
     * @param most how many at most
     * @return the tasks, in the order of their creation
     */
    List<Task> takeForRetry(
            UserId owner, TaskStatus status, Optional<TaskType> type, Optional<Instant> since, int most);

    /** Marks an ended task so; nothing happens when it is marked, or does not exist. */
    void markRetried(TaskId id);

    /**
     * Takes tasks back whose lease has expired: into the queue, or into failure after the last attempt. Forgets nodes
     * without a lease that have no tasks any more.
     *
     * @param attempts how many attempts a task without a rule of its own ({@link TaskOptions#retry}) may have in all
     * @param error how a task fails; it is also kept with each lost attempt
     * @param most how many tasks at most, 0 or more
     * @return the tasks
     */
    List<TaskId> recover(int attempts, TaskError error, int most);

    /**
     * Workflows with a task that has ended and is not {@linkplain #processed processed}, oldest end first: the value of
     * {@link Task#part()}.
     *
     * @param most how many at most
     */
    List<String> unprocessed(int most);

    /**
     * The tasks of a workflow that have ended and are not {@linkplain #processed processed}, with their statuses.
     *
     * @param part the value of {@link Task#part()}
     */
    Map<TaskId, TaskStatus> unprocessed(String part);

    /** Marks ended tasks as processed by their workflows, in the open transaction. */
    void processed(List<TaskId> ids);

    /**
     * Deletes tasks that ended before a time and belong to no workflow.
     *
     * @param most how many at most
     * @return how many
     */
    int prune(Instant before, int most);
}
