package dev.guildhall.ports.task;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Driven port: reads tasks in every state. Blocks. */
public interface TaskArchive {
    /** The task; empty when it does not exist. */
    Optional<Task> find(TaskId id);

    /** Those of the tasks that exist, in any order. */
    List<Task> findAll(Collection<TaskId> ids);

    /** Tasks, newest first. A page may be shorter than its limit when inputs and outputs are large. */
    Page<Task> list(TaskFilter filter, PageRequest page);

    /** Tasks that run or wait for their owners ({@link AttemptEnd.Wait}), newest first. */
    Page<Task> running(TaskFilter filter, PageRequest page);

    /**
     * How many tasks of an owner there are in each status, without those that carry out test runs, which are counted as
     * runs. A status without tasks is left out.
     *
     * @param statuses those it counts
     * @param most up to how many tasks it counts in each status
     */
    Map<TaskStatus, Long> counts(UserId owner, Set<TaskStatus> statuses, int most);

    /**
     * How many of the tasks that count for a user sleep or wait for their owner; a store counts up to {@link
     * TaskQueue#MOST_SLEEPING} of those that sleep.
     */
    int sleeping(UserId user);

    /** How many tasks wait and run. The figures may be a few seconds old. */
    QueueDepth depth();
}
