package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupMember;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.MemberCounts;
import dev.guildhall.ports.group.Membership;
import dev.guildhall.ports.group.MembershipStore;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.storage.Stores;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public final class InMemoryMembershipStore implements MembershipStore {
    private static final Comparator<Membership> BY_SENIORITY = Comparator.comparing(Membership::role)
            .thenComparing(Membership::joinedAt)
            .thenComparing(membership -> membership.id().value());

    private record Place(GroupId groupId, ProfileId profileId) {}

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<Place, Membership> memberships;

    public InMemoryMembershipStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.memberships = new UndoableMap<>(transactions);
    }

    @Override
    public boolean add(Membership membership) {
        Place place = new Place(membership.groupId(), membership.profileId());
        return transactions.guarded(() -> memberships.add(place, membership));
    }

    @Override
    public Optional<Membership> find(GroupId groupId, ProfileId profileId) {
        return transactions.guarded(() -> memberships.get(new Place(groupId, profileId)));
    }

    @Override
    public boolean hasAny(GroupId groupId, List<ProfileId> profiles) {
        return transactions.guarded(() ->
                profiles.stream().anyMatch(profile -> find(groupId, profile).isPresent()));
    }

    @Override
    public void setRole(GroupId groupId, ProfileId profileId, GroupRole role) {
        Place place = new Place(groupId, profileId);
        transactions.run(() -> memberships.change(place, member -> member.withRole(role)));
    }

    @Override
    public void remove(GroupId groupId, ProfileId profileId) {
        transactions.run(() -> memberships.remove(new Place(groupId, profileId)));
    }

    @Override
    public Page<GroupMember> ofGroup(GroupId groupId, PageRequest page) {
        return transactions.guarded(() -> {
            List<GroupMember> all = in(groupId)
                    .flatMap(membership -> member(membership).stream())
                    .toList();
            return Page.newestFirst(all, page, member -> member.membership().id());
        });
    }

    @Override
    public MemberCounts count(GroupId groupId) {
        return transactions.guarded(() -> {
            List<Membership> all = in(groupId).toList();
            long owners = all.stream()
                    .filter(member -> member.role() == GroupRole.OWNER)
                    .count();
            return new MemberCounts(all.size(), Math.toIntExact(owners));
        });
    }

    @Override
    public List<GroupId> groupsOf(ProfileId profileId) {
        return transactions.guarded(() -> memberships
                .where(member -> member.profileId().equals(profileId))
                .map(Membership::groupId)
                .sorted(Comparator.comparing(GroupId::value))
                .toList());
    }

    @Override
    public Optional<Membership> successor(GroupId groupId) {
        return transactions.guarded(() ->
                in(groupId).filter(member -> member.role() != GroupRole.OWNER).min(BY_SENIORITY));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            Set<ProfileId> own =
                    stores.profiles().ofUser(user).stream().map(Profile::id).collect(Collectors.toSet());
            return memberships.removeWhere(member -> own.contains(member.profileId()), most);
        });
    }

    private Stream<Membership> in(GroupId groupId) {
        return memberships.where(member -> member.groupId().equals(groupId));
    }

    private Optional<GroupMember> member(Membership membership) {
        return stores.profiles()
                .find(membership.profileId())
                .map(profile -> new GroupMember(membership, profile.displayName()));
    }
}
