package dev.guildhall.ports.task;

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

    /** They do not all find room, and nothing was written. */
    enum Full implements Enqueued {
        /** With them more tasks would wait than may in all. */
        CAPACITY,
        /**
         * With them fewer places would be free than the last eighth of the capacity (rounded down), which is open only to
         * owners of whom no more than an eighth waits, these tasks included.
         */
        OWNER
    }

    /** The tasks in their order; empty when they do not all find room. */
    default Optional<List<Task>> kept() {
        return this instanceof Kept kept ? Optional.of(kept.all()) : Optional.empty();
    }
}
