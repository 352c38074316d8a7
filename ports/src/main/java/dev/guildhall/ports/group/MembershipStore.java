package dev.guildhall.ports.group;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserData;
import java.util.List;
import java.util.Optional;

/**
 * Driven port: the members of groups. A membership is deleted with its group and with its profile. Blocks. Takes part
 * in {@code Transactions}.
 */
public interface MembershipStore extends UserData {
    /**
     * Stores a new membership; its profile and its group must be stored.
     *
     * @return false, with nothing written, when the profile is in the group; of two calls at once exactly one returns
     *     true
     */
    boolean add(Membership membership);

    /** The membership of a profile in a group; empty when it is not in it. */
    Optional<Membership> find(GroupId groupId, ProfileId profileId);

    /** Whether any of these profiles is in a group. */
    boolean hasAny(GroupId groupId, List<ProfileId> profiles);

    /** Replaces the role of a member; nothing happens when it is not in the group. */
    void setRole(GroupId groupId, ProfileId profileId, GroupRole role);

    /** Removes a membership; nothing happens when there is none. */
    void remove(GroupId groupId, ProfileId profileId);

    /** The members of a group, latest membership first. */
    Page<GroupMember> ofGroup(GroupId groupId, PageRequest page);

    /** The number of members of a group; 0 for a group that does not exist. */
    MemberCounts count(GroupId groupId);

    /** The groups that a profile is in, in the order of their identifiers. */
    List<GroupId> groupsOf(ProfileId profileId);

    /**
     * The member who becomes the next owner of a group: the admin with the oldest membership, else the member with the
     * oldest one. Owners are not considered.
     *
     * @return empty when the group has only owners
     */
    Optional<Membership> successor(GroupId groupId);
}
