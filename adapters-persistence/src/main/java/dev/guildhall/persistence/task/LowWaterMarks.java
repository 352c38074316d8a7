package dev.guildhall.persistence.task;

/**
 * Where the claims of this node begin: those of the tasks that wait for a node, and those of the tasks that wait for a worker
 * outside. Thread-safe.
 */
public record LowWaterMarks(LowWaterMark nodes, LowWaterMark workers) {
    /** For a node that hears from the others what they put into the queue. */
    static LowWaterMarks rising() {
        return new LowWaterMarks(LowWaterMark.rising(), LowWaterMark.rising());
    }

    /** For a node that hears nothing: all its claims begin at the bottom. */
    public static LowWaterMarks atBottom() {
        return new LowWaterMarks(LowWaterMark.atBottom(), LowWaterMark.atBottom());
    }

    /** A task that waits for either has been put here. */
    void lower(long to) {
        nodes.lower(to);
        workers.lower(to);
    }
}
