package dev.guildhall.ports.task;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Driven port: who owns which running task. A node has one lease for all its tasks; an external worker has a lease for
 * each task. Blocks.
 */
public interface TaskLeases {
    /**
     * Gives a node its lease, or extends it.
     *
     * @return false when the node's lease has expired: other nodes may own its tasks
     */
    boolean renew(NodeId node, Duration lease);

    /** Records what a node with a lease is; nothing happens when the node is unknown. */
    void describe(NodeId node, NodeDescription description);

    /** The nodes that have a lease, in any order. */
    List<NodeDetails> nodes();

    /** Ends the lease of a node that stops and has no tasks. */
    void leave(NodeId node);

    /**
     * The tasks of a node that has a lease, in the order in which they are to start. The node may not know some of
     * them: the response in which it claimed them was lost.
     */
    List<Task> held(NodeId node);

    /**
     * Those of a node's attempts that it does not own any more.
     *
     * @param fences the fencing token of each attempt
     */
    List<TaskId> lost(NodeId node, Map<TaskId, Integer> fences);

    /**
     * Claims tasks for an external worker, each with a lease of its own. From now on tasks of the worker's types wait
     * for external workers.
     *
     * @param leases identifiers for the leases, as many as the worker wants tasks; empty claims nothing
     */
    List<Task> lease(WorkerScope scope, List<LeaseId> leases, Duration lease);

    /**
     * Extends a lease of an external worker. An expired lease can be extended until a node {@linkplain
     * TaskMaintenance#recover recovers the task}, so that a worker outlives an outage of the store.
     *
     * @return when the lease ends now; empty when the task was recovered or has ended
     */
    Optional<Instant> extend(TaskId id, LeaseId leaseId, Duration lease);

    /**
     * Writes how an attempt of an external worker ended; in the open transaction if there is one.
     *
     * @return false when the lease has expired, or the task has ended
     */
    boolean settle(TaskId id, LeaseId leaseId, AttemptEnd.Result result);
}
