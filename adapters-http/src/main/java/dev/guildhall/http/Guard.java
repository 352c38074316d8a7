package dev.guildhall.http;

/**
 * What stands before every route of a service.
 *
 * @param callers finds out who sends a request
 * @param limits refuses who sends too many
 * @param hosts which hosts are answered for
 * @param origins refuses requests of other origins' pages
 */
public record Guard(CallerResolver callers, RateLimits limits, AllowedHosts hosts, CrossOriginProtection origins) {}
