package dev.guildhall.core.config;

import java.time.Duration;

/**
 * Limits of tasks.
 *
 * @param capacity how many tasks may be queued (tasks-17: 10,000); 0 means any number
 * @param workers how many tasks this node runs at the same time (tasks-16: 32); 0 means none: other nodes run them
 * @param attempts how many attempts a task has (tasks-21: 3)
 * @param outputCharacters how long an output may be, as JSON
 * @param kept how long ended tasks and their events are stored; those of a workflow are stored as long as the workflow
 * @param node limits of a node
 */
public record TaskLimits(long capacity, int workers, int attempts, int outputCharacters, Duration kept, Node node) {
    public static final TaskLimits DEFAULT =
            new TaskLimits(10_000, 32, 3, 1024 * 1024, Duration.ofDays(7), Node.DEFAULT);

    /**
     * Limits of a node.
     *
     * @param lease how long its lease is valid without a renewal (tasks-20: 15 s)
     * @param heartbeat how often it renews its lease
     * @param poll how often it looks for tasks without a notification
     * @param buffered how many short tasks it claims beyond those that its workers can begin
     * @param patience how long claimed tasks wait while no worker begins one, before the node returns them to the queue
     * @param batch how many ends it writes in one statement
     * @param grace how long tasks may run when the node stops, before it interrupts them and returns them to the queue
     */
    public record Node(
            Duration lease,
            Duration heartbeat,
            Duration poll,
            int buffered,
            Duration patience,
            int batch,
            Duration grace) {
        /** A lease of 15 s, a renewal each 4 s, a poll each second. */
        public static final Node DEFAULT = new Node(
                Duration.ofSeconds(15),
                Duration.ofSeconds(4),
                Duration.ofSeconds(1),
                500,
                Duration.ofSeconds(1),
                500,
                Duration.ofSeconds(4));
    }

    public TaskLimits withCapacity(long most) {
        return new TaskLimits(most, workers, attempts, outputCharacters, kept, node);
    }

    public TaskLimits withWorkers(int most) {
        return new TaskLimits(capacity, most, attempts, outputCharacters, kept, node);
    }
}
