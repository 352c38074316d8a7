package dev.guildhall.ports.group;

import dev.guildhall.ports.ProfileId;
import java.time.Instant;

/**
 * The membership of a profile in a group.
 *
 * @param id never changes; a profile that leaves and joins again gets another one
 * @param groupId the group
 * @param profileId the member
 * @param role the member's role
 * @param joinedAt when it joined
 */
public record Membership(MembershipId id, GroupId groupId, ProfileId profileId, GroupRole role, Instant joinedAt) {
    /** The membership with the stronger role; the first one when the roles are equal. */
    public static Membership stronger(Membership one, Membership other) {
        return one.role().compareTo(other.role()) <= 0 ? one : other;
    }

    /** The same membership with another role. */
    public Membership withRole(GroupRole other) {
        return new Membership(id, groupId, profileId, other, joinedAt);
    }
}
