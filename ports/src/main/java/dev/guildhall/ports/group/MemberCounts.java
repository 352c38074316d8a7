package dev.guildhall.ports.group;

/**
 * How many are in a group.
 *
 * @param members all of them, owners included
 * @param owners the owners alone
 */
public record MemberCounts(int members, int owners) {}
