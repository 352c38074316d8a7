package dev.guildhall.ports.group;

import dev.guildhall.ports.account.DisplayName;

/**
 * A member as the others in the group see it.
 *
 * @param membership the membership
 * @param displayName the current display name of its profile
 */
public record GroupMember(Membership membership, DisplayName displayName) {}
