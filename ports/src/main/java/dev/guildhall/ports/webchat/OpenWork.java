package dev.guildhall.ports.webchat;

/**
 * What of a user waits or runs, as the navigation shows it.
 *
 * @param tasks how many tasks, without those of test runs, up to {@link dev.guildhall.ports.Total#MOST}
 * @param runs how many test runs that the user started, up to that many
 */
public record OpenWork(long tasks, long runs) {}
