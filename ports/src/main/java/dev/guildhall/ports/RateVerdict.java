package dev.guildhall.ports;

import java.time.Duration;

/**
 * The result of an attempt to take a token.
 *
 * @param allowed whether there was a token
 * @param remaining how many are left, 0 or more
 * @param retryAfter the time until there is a token again; zero when there was one
 * @param reset the time until the bucket is full again
 */
public record RateVerdict(boolean allowed, long remaining, Duration retryAfter, Duration reset) {}
