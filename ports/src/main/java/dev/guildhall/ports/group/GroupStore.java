package dev.guildhall.ports.group;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import java.util.List;
import java.util.Optional;

/** Driven port: groups. Blocks. Thread-safe; takes part in {@code Transactions}. */
public interface GroupStore {
    /** Keeps a new group, that nobody is in yet. */
    void add(Group group);

    /** The group; empty when there is none. */
    Optional<Group> find(GroupId id);

    /**
     * The group, held until the open transaction ends: whoever else locks or removes it waits, and then sees what became
     * of it. What must be true of all its members together is decided under this lock. Several locks are taken in the
     * order accounts, profiles, groups, each in the order of their identifiers.
     *
     * @return empty when there is none
     */
    Optional<Group> lock(GroupId id);

    /** Forgets a group with its memberships; nothing happens when it is gone. */
    void remove(GroupId id);

    /**
     * The groups that any of these profiles is in, latest identifier first, each once and with the strongest role that
     * one of them has there.
     */
    Page<GroupSummary> ofProfiles(List<ProfileId> profiles, PageRequest page);
}
