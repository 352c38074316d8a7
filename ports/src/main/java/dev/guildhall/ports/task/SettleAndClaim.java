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
 * @param from which tasks it claims
 */
public record SettleAndClaim(NodeId node, List<AttemptEnd> ended, int claim, From from) {
    public SettleAndClaim {
        ended = List.copyOf(ended);
    }

    /** A request that claims the tasks of all owners and types. */
    public SettleAndClaim(NodeId node, List<AttemptEnd> ended, int claim) {
        this(node, ended, claim, new All());
    }

    /**
     * The tasks that a node claims, in the order of the queue. A store may look at only the first 20,000 waiting tasks when it
     * leaves any out: those further back wait for a claim of all.
     */
    public sealed interface From {}

    /** Those of all owners and types. */
    public record All() implements From {}

    /**
     * The first waiting task of each user, however many tasks of other users wait before it.
     *
     * @param except users for whose tasks none are claimed (those that count for them)
     */
    public record OtherUsers(Set<UserId> except) implements From {
        public OtherUsers {
            except = Set.copyOf(except);
        }
    }

    /**
     * Those of other types.
     *
     * @param except types of which none are claimed
     */
    public record OtherTypes(Set<TaskType> except) implements From {
        public OtherTypes {
            except = Set.copyOf(except);
        }
    }
}
