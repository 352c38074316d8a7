package dev.guildhall.core.account;

/**
 * Bounds of profiles and groups.
 *
 * @param profiles how many profiles an account has at most (contract 1: 20)
 * @param groups how many groups a profile is in at most
 * @param members how many profiles are in a group at most
 */
public record GroupLimits(int profiles, int groups, int members) {
    /** What the contract says, and what a page of a browser can still show. */
    public static final GroupLimits DEFAULT = new GroupLimits(20, 200, 1000);
}
