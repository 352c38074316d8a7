package dev.guildhall.ports.group;

import dev.guildhall.ports.ProfileId;

/**
 * Who is to be in a group as what.
 *
 * @param profileId any profile of the installation
 * @param role what it may do there
 */
public record NewMember(ProfileId profileId, GroupRole role) {}
