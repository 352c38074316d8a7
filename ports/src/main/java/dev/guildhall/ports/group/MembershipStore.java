package dev.guildhall.ports.group;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import java.util.List;
import java.util.Optional;

/**
 * Driven port: who is in which group. A membership goes with its group and with its profile. Blocks. Thread-safe; takes
 * part in {@code Transactions}.
 */
public interface MembershipStore {
    /**
     * Keeps a new membership of a profile and a group that are kept.
     *
     * @return false, with nothing written, when the profile is in the group; of two at once exactly one gets true
     */
    boolean add(Membership membership);

    /** What a profile is in a group; empty when it is not in it. */
    Optional<Membership> find(GroupId groupId, ProfileId profileId);

    /** Whether any of these profiles is in a group. */
    boolean hasAny(GroupId groupId, List<ProfileId> profiles);

    /** Replaces the role of a member; nothing happens when it is not in the group. */
    void setRole(GroupId groupId, ProfileId profileId, GroupRole role);

    /** Forgets a membership; nothing happens when there is none. */
    void remove(GroupId groupId, ProfileId profileId);

    /** Who is in a group, latest membership first. */
    Page<GroupMember> ofGroup(GroupId groupId, PageRequest page);

    /** How many are in a group; none in one that does not exist. */
    MemberCounts count(GroupId groupId);

    /** The groups that a profile is in, in the order of their identifiers. */
    List<GroupId> groupsOf(ProfileId profileId);

    /**
     * Who is next in line to own a group: whoever is admin for the longest time, else whoever is a member for the longest
     * time. Owners are not asked for.
     *
     * @return empty when nobody but owners is in it
     */
    Optional<Membership> successor(GroupId groupId);
}
