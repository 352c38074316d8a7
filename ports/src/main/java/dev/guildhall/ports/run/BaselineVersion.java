package dev.guildhall.ports.run;

/**
 * A baseline in the history of its screenshot.
 *
 * @param baseline the baseline
 * @param isCurrent whether runs are compared with it now
 */
public record BaselineVersion(Baseline baseline, boolean isCurrent) {}
