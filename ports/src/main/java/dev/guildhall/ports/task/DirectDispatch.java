package dev.guildhall.ports.task;

/**
 * Free slots that a node reserves for tasks that are being enqueued, so that they start at once. The node knows of no
 * other task that waits.
 *
 * @param node the node; without a lease it gets no task
 * @param most how many of the new tasks start at most, the first of them; 1 or more
 */
public record DirectDispatch(NodeId node, int most) {}
