package dev.guildhall.ports.group;

import dev.guildhall.ports.ProfileId;

/**
 * A profile and the role that it gets in a group.
 *
 * @param profileId any profile of the installation
 * @param role the role
 */
public record NewMember(ProfileId profileId, GroupRole role) {}
