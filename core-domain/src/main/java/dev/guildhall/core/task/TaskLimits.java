package dev.guildhall.core.task;

import java.time.Duration;

/**
 * Bounds of tasks.
 *
 * @param capacity how many may wait in all (contract 6: 10,000); 0 means any number
 * @param workers how many are carried out at once on this node (contract 0: 32); 0 means none, they are left to others
 * @param attempts how many attempts there may be in all (contract 6: 3)
 * @param outputCharacters how long an output may be, as JSON
 * @param kept how long tasks, and what there is to tell of them, are kept when they have ended; those of workflows stay as
 *     long as these
 * @param node bounds of a node
 */
public record TaskLimits(long capacity, int workers, int attempts, int outputCharacters, Duration kept, Node node) {
    /** What holds where nothing else was asked for. */
    public static final TaskLimits DEFAULT =
            new TaskLimits(10_000, 32, 3, 1024 * 1024, Duration.ofDays(7), Node.DEFAULT);

    /**
     * Bounds of a node.
     *
     * @param lease how long it is believed to live without a word (contract 6: 15 s)
     * @param heartbeat how often it says so
     * @param poll how often it looks for itself where no hint has come
     * @param buffered how many short tasks it takes beyond those that it can begin
     * @param patience how long those wait without one of them beginning, before they go back for others to begin
     * @param batch how many ends it reports in one go
     * @param grace how long tasks may go on when it stops, before they are ended and given back
     */
    public record Node(
            Duration lease,
            Duration heartbeat,
            Duration poll,
            int buffered,
            Duration patience,
            int batch,
            Duration grace) {
        /** A lease of 15 s, a word each 4 s, a look each half second. */
        public static final Node DEFAULT = new Node(
                Duration.ofSeconds(15),
                Duration.ofSeconds(4),
                Duration.ofMillis(500),
                500,
                Duration.ofSeconds(1),
                500,
                Duration.ofSeconds(4));
    }

    /** The same with another bound of what waits. */
    public TaskLimits withCapacity(long most) {
        return new TaskLimits(most, workers, attempts, outputCharacters, kept, node);
    }

    /** The same with another bound of what is carried out at once. */
    public TaskLimits withWorkers(int most) {
        return new TaskLimits(capacity, most, attempts, outputCharacters, kept, node);
    }

    /** The same with other bounds of a node. */
    public TaskLimits withNode(Node other) {
        return new TaskLimits(capacity, workers, attempts, outputCharacters, kept, other);
    }
}
