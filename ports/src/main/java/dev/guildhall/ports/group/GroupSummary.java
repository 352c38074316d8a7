package dev.guildhall.ports.group;

/**
 * A group as one of its members sees it in a list.
 *
 * @param group the group
 * @param role the role of that member
 * @param memberCount how many members it has, including owners and admins; 1 to 1000
 */
public record GroupSummary(Group group, GroupRole role, int memberCount) {}
