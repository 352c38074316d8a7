package dev.guildhall.ports.group;

import dev.guildhall.ports.account.DisplayName;

/**
 * A member as the others in the group see it.
 *
 * @param membership who, as what, since when
 * @param displayName how its profile is shown now
 */
public record GroupMember(Membership membership, DisplayName displayName) {}
