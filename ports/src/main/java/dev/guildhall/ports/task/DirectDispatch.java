package dev.guildhall.ports.task;

/**
 * The wish of a node to begin tasks the moment they are kept, without a look at the queue: for one that has workers to
 * spare and knows of nothing that waits.
 *
 * @param node which has to have a lease, or nothing is claimed
 * @param most how many, 1 or more: the first of those that are kept
 */
public record DirectDispatch(NodeId node, int most) {}
