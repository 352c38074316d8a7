package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.Group;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupStore;
import dev.guildhall.ports.group.GroupSummary;
import dev.guildhall.ports.group.Membership;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Groups in memory. Transactions run one at a time, so the running one has the lock of every group. */
public final class InMemoryGroupStore implements GroupStore {
    private final InMemoryTransactions transactions;
    private final InMemoryMembershipStore members;
    private final UndoableMap<GroupId, Group> groups;
    private final UndoableMap<GroupId, UserId> serviceAccounts;

    public InMemoryGroupStore(InMemoryTransactions transactions, InMemoryMembershipStore members) {
        this.transactions = transactions;
        this.members = members;
        this.groups = new UndoableMap<>(transactions);
        this.serviceAccounts = new UndoableMap<>(transactions);
        transactions.onErase(account -> ofServiceAccount(account).ifPresent(serviceAccounts::remove));
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
            groups.remove(id).ifPresent(removed -> members.removeAll(id));
            serviceAccounts.remove(id);
        });
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
                    .flatMap(profile -> members.ofProfile(profile).stream())
                    .forEach(membership -> strongest.merge(membership.groupId(), membership, Membership::stronger));
            List<GroupSummary> all = strongest.values().stream()
                    .flatMap(membership -> summary(membership).stream())
                    .toList();
            return Page.newestFirst(all, page, summary -> summary.group().id());
        });
    }

    private Optional<GroupSummary> summary(Membership membership) {
        GroupId id = membership.groupId();
        return groups.get(id)
                .map(group -> new GroupSummary(
                        group, membership.role(), members.count(id).members()));
    }
}
