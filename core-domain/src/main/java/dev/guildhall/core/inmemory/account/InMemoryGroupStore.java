package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.Group;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupMember;
import dev.guildhall.ports.group.GroupStore;
import dev.guildhall.ports.group.GroupSummary;
import dev.guildhall.ports.group.Membership;
import dev.guildhall.ports.storage.Stores;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Groups in memory. Transactions run one at a time, so the running one has the lock of every group. */
public final class InMemoryGroupStore implements GroupStore {
    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<GroupId, Group> groups;
    private final UndoableMap<GroupId, UserId> serviceAccounts;

    public InMemoryGroupStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.groups = new UndoableMap<>(transactions);
        this.serviceAccounts = new UndoableMap<>(transactions);
    }

    @Override
    public void add(Group group) {
        transactions.run(() -> groups.put(group.id(), group));
    }

    @Override
    public Optional<Group> find(GroupId id) {
        return transactions.guarded(() -> groups.get(id));
    }

    @Override
    public Optional<Group> lock(GroupId id) {
        return find(id);
    }

    @Override
    public void remove(GroupId id) {
        transactions.run(() -> {
            removeMembers(id);
            groups.remove(id);
            serviceAccounts.remove(id);
        });
    }

    private void removeMembers(GroupId id) {
        List<GroupMember> some;
        do {
            some = stores.memberships().ofGroup(id, PageRequest.first()).items();
            some.forEach(member ->
                    stores.memberships().remove(id, member.membership().profileId()));
        } while (!some.isEmpty());
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(
                () -> ofServiceAccount(user).flatMap(serviceAccounts::remove).isPresent() ? 1 : 0);
    }

    @Override
    public Optional<UserId> serviceAccount(GroupId id) {
        return transactions.guarded(() -> serviceAccounts.get(id));
    }

    @Override
    public void setServiceAccount(GroupId id, UserId account) {
        transactions.run(() -> groups.get(id).ifPresent(group -> serviceAccounts.put(id, account)));
    }

    @Override
    public Optional<GroupId> ofServiceAccount(UserId account) {
        return transactions.guarded(() -> serviceAccounts.keys().stream()
                .filter(id -> serviceAccounts.get(id).equals(Optional.of(account)))
                .findFirst());
    }

    @Override
    public Page<GroupSummary> ofProfiles(List<ProfileId> profiles, PageRequest page) {
        return transactions.guarded(() -> {
            Map<GroupId, Membership> strongest = new LinkedHashMap<>();
            profiles.stream()
                    .flatMap(this::ofProfile)
                    .forEach(membership -> strongest.merge(membership.groupId(), membership, Membership::stronger));
            List<GroupSummary> all = strongest.values().stream()
                    .flatMap(membership -> summary(membership).stream())
                    .toList();
            return Page.newestFirst(all, page, summary -> summary.group().id());
        });
    }

    private Stream<Membership> ofProfile(ProfileId profile) {
        return stores.memberships().groupsOf(profile).stream()
                .flatMap(id -> stores.memberships().find(id, profile).stream());
    }

    private Optional<GroupSummary> summary(Membership membership) {
        GroupId id = membership.groupId();
        return groups.get(id)
                .map(group -> new GroupSummary(
                        group, membership.role(), stores.memberships().count(id).members()));
    }
}
