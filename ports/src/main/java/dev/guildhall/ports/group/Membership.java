package dev.guildhall.ports.group;

import dev.guildhall.ports.ProfileId;
import java.time.Instant;

/**
 * That a profile is in a group.
 *
 * @param id never changes, and is another one when the profile leaves and joins again
 * @param groupId the group
 * @param profileId who is in it
 * @param role what it may do there
 * @param joinedAt since when
 */
public record Membership(MembershipId id, GroupId groupId, ProfileId profileId, GroupRole role, Instant joinedAt) {
    /** Whichever of two may do more; the first one when they may do the same. */
    public static Membership stronger(Membership one, Membership other) {
        return one.role().compareTo(other.role()) <= 0 ? one : other;
    }

    /** The same with another role. */
    public Membership withRole(GroupRole other) {
        return new Membership(id, groupId, profileId, other, joinedAt);
    }
}
