package dev.guildhall.ports.task;

import java.util.List;

/**
 * The queue's response to {@link SettleAndClaim}.
 *
 * @param accepted whether each of the ends was written, in their order; the others were too late: another node or
 *     worker owns the task, or it has ended
 * @param claimed the tasks that the node owns now, in the order in which they are to start
 */
public record SettleAndClaimResult(List<Boolean> accepted, List<Task> claimed) {
    public SettleAndClaimResult {
        accepted = List.copyOf(accepted);
        claimed = List.copyOf(claimed);
    }
}
