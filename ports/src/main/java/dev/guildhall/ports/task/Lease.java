package dev.guildhall.ports.task;

/**
 * The right to end one attempt at a task. It is lost when the holder's lease ends, or the task does.
 *
 * @param holder the node, or the lease of a worker outside
 * @param fence the fencing token: it grows with every attempt at the task, 1 or more
 */
public record Lease(String holder, int fence) {}
