package dev.guildhall.ports.task;

import java.util.List;

/**
 * What the queue answers to a node.
 *
 * @param accepted whether each of the ends was written, in their order; the others came too late: somebody else has the
 *     task now, or it has ended
 * @param claimed the tasks that are the node's now, in the order in which they are to begin
 */
public record SettleAndClaimResult(List<Boolean> accepted, List<Task> claimed) {
    public SettleAndClaimResult {
        accepted = List.copyOf(accepted);
        claimed = List.copyOf(claimed);
    }
}
