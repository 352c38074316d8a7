package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.IdentityId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.oauth.IdentityKey;
import dev.guildhall.ports.oauth.IdentityStore;
import dev.guildhall.ports.oauth.LinkedIdentity;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

public final class InMemoryIdentityStore implements IdentityStore {
    private static final Comparator<LinkedIdentity> OLDEST_FIRST = Comparator.comparing(LinkedIdentity::linkedAt)
            .thenComparing(link -> link.id().value());

    private final InMemoryTransactions transactions;
    private final UndoableMap<IdentityKey, LinkedIdentity> identities;

    public InMemoryIdentityStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.identities = new UndoableMap<>(transactions);
    }

    @Override
    public boolean add(LinkedIdentity identity) {
        return transactions.guarded(() -> identities.add(identity.key(), identity));
    }

    @Override
    public Optional<LinkedIdentity> find(IdentityKey key) {
        return transactions.guarded(() -> identities.get(key));
    }

    @Override
    public List<LinkedIdentity> ofUser(UserId userId) {
        return transactions.guarded(() -> identities
                .where(link -> link.userId().equals(userId))
                .sorted(OLDEST_FIRST)
                .toList());
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(
                () -> identities.removeWhere(link -> link.userId().equals(user), most));
    }

    @Override
    public void remove(IdentityId id) {
        transactions.run(() -> identities.removeWhere(link -> link.id().equals(id)));
    }
}
