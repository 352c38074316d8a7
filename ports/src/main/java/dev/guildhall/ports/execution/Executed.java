package dev.guildhall.ports.execution;

/**
 * The result of a request to execute a tool.
 *
 * @param execution an ended execution; the data of a success is an object
 * @param replayed whether this is the result of an earlier request with the same idempotency key
 */
public record Executed(Execution execution, boolean replayed) {}
