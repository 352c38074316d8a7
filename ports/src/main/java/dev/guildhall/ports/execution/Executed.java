package dev.guildhall.ports.execution;

/**
 * What became of a wish to execute a tool.
 *
 * @param execution one that has ended; the data of a success is an object
 * @param replayed whether this is the answer to an earlier request with the same idempotency key
 */
public record Executed(Execution execution, boolean replayed) {}
