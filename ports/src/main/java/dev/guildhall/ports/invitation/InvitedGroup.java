package dev.guildhall.ports.invitation;

import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupRole;

/**
 * A group that an invited person joins with the registration.
 *
 * @param id the group
 * @param role the role in it
 */
public record InvitedGroup(GroupId id, GroupRole role) {}
