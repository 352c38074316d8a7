package dev.guildhall.core.config;

/**
 * Limits of profiles and groups.
 *
 * @param profiles how many profiles an account has at most (accounts-30: 20)
 * @param groups how many groups a profile is in at most
 * @param members how many profiles are in a group at most
 */
public record GroupLimits(int profiles, int groups, int members) {
    /** The values of the specification, and limits that a page of a browser can show. */
    public static final GroupLimits DEFAULT = new GroupLimits(20, 200, 1000);
}
