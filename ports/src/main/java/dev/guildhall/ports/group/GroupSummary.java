package dev.guildhall.ports.group;

/**
 * A group as one of its members sees it in a list.
 *
 * @param group the group
 * @param role what that member is in it
 * @param memberCount how many are in it, owners and admins included; 1 to 1000
 */
public record GroupSummary(Group group, GroupRole role, int memberCount) {}
