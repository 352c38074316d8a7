package dev.guildhall.ports.group;

/**
 * The number of members of a group.
 *
 * @param members all members, including owners
 * @param owners the owners
 */
public record MemberCounts(int members, int owners) {}
