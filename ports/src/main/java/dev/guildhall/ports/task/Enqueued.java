package dev.guildhall.ports.task;

import dev.guildhall.ports.problem.TaskProblem;
import java.util.List;
import java.util.Optional;

/** The outcome of a request to enqueue tasks. */
public sealed interface Enqueued {
    /**
     * The tasks are in the queue.
     *
     * @param all the tasks in their order, without those whose owners have no account any more
     */
    record Kept(List<Task> all) implements Enqueued {
        public Kept {
            all = List.copyOf(all);
        }
    }

    /**
     * The tasks exceed a bound, and nothing was written.
     *
     * @param bound the bound
     */
    record Full(TaskProblem.QueueFull.Bound bound) implements Enqueued {}

    /**
     * A task of the owner that has not ended has the {@linkplain TaskOptions#unique() key}, and nothing was written.
     *
     * @param task that task
     */
    record Duplicate(TaskId task) implements Enqueued {}

    /** The tasks in their order; empty when nothing was written. */
    default Optional<List<Task>> kept() {
        return this instanceof Kept kept ? Optional.of(kept.all()) : Optional.empty();
    }
}
