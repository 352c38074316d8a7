package dev.guildhall.ports.task;

/**
 * The right to end one attempt at a task. The holder loses it when its lease expires or the task ends.
 *
 * @param holder the node, or the lease of an external worker
 * @param fence the fencing token: it grows with every attempt at the task, 1 or more
 */
public record Lease(String holder, int fence) {}
