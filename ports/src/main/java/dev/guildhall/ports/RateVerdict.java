package dev.guildhall.ports;

import java.time.Duration;

/**
 * What became of an attempt to take a token.
 *
 * @param allowed whether there was one
 * @param remaining how many are left, 0 or more
 * @param retryAfter when there will be one again; zero when there was
 * @param reset when the bucket will be full again
 */
public record RateVerdict(boolean allowed, long remaining, Duration retryAfter, Duration reset) {}
