package dev.guildhall.ports.task;

import java.util.List;

/**
 * What a node tells the queue, and wants of it, in one go.
 *
 * @param node who
 * @param ended attempts that ended
 * @param claim how many tasks it can begin, 0 or more
 */
public record Turn(NodeId node, List<AttemptEnd> ended, int claim) {
    public Turn {
        ended = List.copyOf(ended);
    }
}
