package dev.guildhall.ports.completion;

import dev.guildhall.ports.RateVerdict;

/**
 * How many tokens of models a user may use.
 *
 * @param perMinute how many in a minute, 1 or more
 * @param now how many are left, and when there are more
 */
public record TokenAllowance(int perMinute, RateVerdict now) {}
