package dev.guildhall.core.account;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.GroupStore;
import dev.guildhall.ports.group.Membership;
import dev.guildhall.ports.group.MembershipStore;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.profile.ProfileStore;
import dev.guildhall.ports.storage.Stores;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Removes an erased account from its groups. A group never prevents the erasure, and no group is left without an owner:
 * the admin with the oldest membership becomes its owner, else the member with the oldest one; a group without other
 * members is deleted.
 */
public final class GroupSuccession {
    private final Stores stores;
    private final ProfileStore profiles;
    private final GroupStore groups;
    private final MembershipStore members;
    private final GroupJournal journal;

    public GroupSuccession(Stores stores, AuditJournal journal) {
        this.stores = stores;
        this.journal = new GroupJournal(journal);
        this.profiles = stores.profiles();
        this.groups = stores.groups();
        this.members = stores.memberships();
    }

    /**
     * Removes all profiles of an account from their groups. Runs in the transaction that erases the account, after
     * {@code AccountStore.lock} and before the removal of the account: the locks on the profiles prevent them from
     * joining groups in the meantime.
     */
    public void leaveAll(UserId userId) {
        List<ProfileId> leaving = profiles.ofUser(userId).stream()
                .map(Profile::id)
                .sorted(Comparator.comparing(ProfileId::value))
                .toList();
        leaving.forEach(profiles::lock);
        TreeSet<String> left = new TreeSet<>();
        leaving.forEach(profile -> members.groupsOf(profile).forEach(group -> left.add(group.value())));
        left.forEach(group -> leave(new GroupId(group), leaving));
    }

    private void leave(GroupId id, List<ProfileId> leaving) {
        if (groups.lock(id).isEmpty()) {
            return;
        }
        leaving.forEach(profile -> members.remove(id, profile));
        if (members.count(id).owners() == 0) {
            handOver(id);
        }
    }

    private void promote(Membership successor) {
        members.setRole(successor.groupId(), successor.profileId(), GroupRole.OWNER);
        profiles.find(successor.profileId())
                .ifPresent(profile -> journal.noteInherited(successor.withRole(GroupRole.OWNER), profile));
    }

    private void handOver(GroupId id) {
        Optional<Membership> successor = members.successor(id);
        successor.ifPresentOrElse(this::promote, () -> delete(id));
    }

    private void delete(GroupId id) {
        ServiceAccounts.erase(stores, id);
        groups.remove(id);
    }
}
