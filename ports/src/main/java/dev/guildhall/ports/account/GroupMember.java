package dev.guildhall.ports.account;

/**
 * A member as the others in the group see it.
 *
 * @param membership who, as what, since when
 * @param displayName how its profile is shown now
 */
public record GroupMember(Membership membership, DisplayName displayName) {}
