package dev.guildhall.ports.task;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Driven port: what each node does for the whole queue at intervals. Blocks. */
public interface TaskMaintenance {
    /**
     * Whether {@link #completeSleeping}, {@link #expire} or {@link #wake} may have something to do now: one short
     * request instead of those.
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
     * Puts tasks whose pause between two attempts has passed back into the queue; until then they count as queued, but
     * cannot be claimed. Tasks of a type that no external worker has polled for within {@link TaskWorkers#WAITED_FOR}
     * wait for nodes again.
     *
     * @param most how many tasks of each kind at most
     * @return how many tasks have come back from a pause
     */
    int wake(int most);

    /**
     * Completes sleeping tasks whose time has come, unless their time to live passed before.
     *
     * @param most how many tasks at most
     * @return the tasks
     */
    List<TaskId> completeSleeping(int most);

    /**
     * Takes tasks back whose lease has expired: into the queue, or into failure after the last attempt. Forgets nodes
     * without a lease that have no tasks any more.
     *
     * @param attempts how many attempts a task without a rule of its own ({@link TaskSpec#retry}) may have in all
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
