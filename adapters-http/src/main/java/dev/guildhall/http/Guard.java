package dev.guildhall.http;

/**
 * The checks before every route of a service.
 *
 * @param callers identifies the caller
 * @param limits refuses callers that send too many requests
 * @param hosts the host names that the node accepts requests for
 * @param origins refuses requests of pages of other origins
 */
public record Guard(CallerResolver callers, RateLimits limits, AllowedHosts hosts, CrossOriginProtection origins) {}
