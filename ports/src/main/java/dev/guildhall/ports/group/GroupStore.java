package dev.guildhall.ports.group;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.util.List;
import java.util.Optional;

/** Driven port: groups. Blocks. Takes part in {@code Transactions}. */
public interface GroupStore extends UserData {
    /** Stores a new group without members. */
    void add(Group group);

    /** The group; empty when there is none. */
    Optional<Group> find(GroupId id);

    /**
     * The group, locked until the open transaction ends: another caller that locks or removes it waits, and then reads
     * the changed group. Rules about all members of a group are checked under this lock. Several locks are taken in the
     * order accounts, profiles, groups, each in the order of their identifiers, and the account that the keys of a group
     * act as after the group.
     *
     * @return empty when there is none
     */
    Optional<Group> lock(GroupId id);

    /** Removes a group with its memberships; nothing happens when there is none. */
    void remove(GroupId id);

    /** The account that the API keys of the group act as; empty when it has none. */
    Optional<UserId> serviceAccount(GroupId id);

    /** Sets the account that the API keys of the group act as; nothing happens when there is no such group. */
    void setServiceAccount(GroupId id, UserId account);

    /** The group whose API keys act as that account; empty when there is none. */
    Optional<GroupId> ofServiceAccount(UserId account);

    /**
     * The groups that any of these profiles is in, latest identifier first, each once and with the strongest role that
     * one of them has in it.
     */
    Page<GroupSummary> ofProfiles(List<ProfileId> profiles, PageRequest page);
}
