package dev.guildhall.ports.completion;

import dev.guildhall.ports.RateVerdict;

/**
 * How many tokens of models somebody may use.
 *
 * @param perMinute how many in a minute, 1 or more
 * @param now what is left, and until when
 */
public record TokenAllowance(int perMinute, RateVerdict now) {}
