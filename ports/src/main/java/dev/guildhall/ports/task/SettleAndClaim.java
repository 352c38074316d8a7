package dev.guildhall.ports.task;

import dev.guildhall.ports.UserId;
import java.util.List;
import java.util.Set;

/**
 * A node's request to the queue: it settles attempts that have ended, and claims further tasks.
 *
 * @param node the node
 * @param ended attempts that ended
 * @param claim how many tasks the node claims at most, 0 or more
 * @param except users for whose tasks no more are claimed (those that count for them); if there are any, at most the first
 *     waiting task of each other user is, however many tasks of the former wait before it. A store may look at only the first 20,000 waiting
 *     tasks: those further back wait for a request without exceptions. Empty means that the tasks of all owners are
 *     claimed in their order
 */
public record SettleAndClaim(NodeId node, List<AttemptEnd> ended, int claim, Set<UserId> except) {
    public SettleAndClaim {
        ended = List.copyOf(ended);
        except = Set.copyOf(except);
    }

    /** A request that claims the tasks of all owners. */
    public SettleAndClaim(NodeId node, List<AttemptEnd> ended, int claim) {
        this(node, ended, claim, Set.of());
    }
}
