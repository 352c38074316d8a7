package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.profile.ProfileStore;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Profiles in memory. Transactions run one at a time, so the running one has the lock of every profile. */
public final class InMemoryProfileStore implements ProfileStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<ProfileId, Profile> profiles;

    public InMemoryProfileStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.profiles = new UndoableMap<>(transactions);
    }

    @Override
    public void add(Profile profile) {
        transactions.run(() -> profiles.put(profile.id(), profile));
    }

    @Override
    public Optional<Profile> find(ProfileId id) {
        return transactions.guarded(() -> profiles.get(id));
    }

    @Override
    public Optional<Profile> lock(ProfileId id) {
        return find(id);
    }

    @Override
    public void change(Profile profile) {
        transactions.run(() -> profiles.change(profile.id(), kept -> profile));
    }

    @Override
    public List<Profile> ofUser(UserId userId) {
        return transactions.guarded(
                () -> profiles.where(profile -> profile.userId().equals(userId))
                        .sorted(Comparator.comparing(Profile::createdAt))
                        .toList());
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(
                () -> profiles.removeWhere(profile -> profile.userId().equals(user), most));
    }
}
