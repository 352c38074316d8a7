package dev.guildhall.http;

/**
 * What stands before every route of a service.
 *
 * @param callers finds out who sends a request
 * @param limits refuses who sends too many
 */
public record Guard(CallerResolver callers, RateLimits limits) {}
