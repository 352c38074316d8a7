package dev.guildhall.ports.task;

import dev.guildhall.ports.problem.TaskProblem;
import java.util.List;
import java.util.Optional;

/** What became of tasks that were to be kept. */
public sealed interface Enqueued {
    /**
     * They are in the queue.
     *
     * @param all the tasks in their order
     */
    record Kept(List<Task> all) implements Enqueued {
        public Kept {
            all = List.copyOf(all);
        }
    }

    /**
     * They do not all find room, and nothing was written.
     *
     * @param bound which bound they meet
     */
    record Full(TaskProblem.QueueFull.Bound bound) implements Enqueued {}

    /** The tasks in their order; empty when they do not all find room. */
    default Optional<List<Task>> kept() {
        return this instanceof Kept kept ? Optional.of(kept.all()) : Optional.empty();
    }
}
