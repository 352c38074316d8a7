package dev.guildhall.ports.account;

/**
 * How many are in a group.
 *
 * @param members all of them, owners included
 * @param owners the owners alone
 */
public record Headcount(int members, int owners) {}
