package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.oauth.OAuthStateHash;
import dev.guildhall.ports.oauth.OAuthStateStore;
import dev.guildhall.ports.oauth.PendingOAuth;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/** Sign-ins that have begun and wait for the provider's callback, in memory. */
public final class InMemoryOAuthStateStore implements OAuthStateStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<OAuthStateHash, PendingOAuth> pending;

    public InMemoryOAuthStateStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.pending = new UndoableMap<>(transactions);
    }

    @Override
    public void add(PendingOAuth begun, Instant now, int most) {
        transactions.run(() -> {
            pending.put(begun.hash(), begun);
            pending.removeWhere(one -> !now.isBefore(one.expiresAt()));
            pending.values().reversed().stream()
                    .sorted(Comparator.comparing(PendingOAuth::expiresAt).reversed())
                    .skip(most)
                    .forEach(one -> pending.remove(one.hash()));
        });
    }

    @Override
    public Optional<PendingOAuth> take(OAuthStateHash hash, Instant now) {
        return transactions.guarded(() -> pending.remove(hash).filter(begun -> now.isBefore(begun.expiresAt())));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(
                () -> pending.removeWhere(begun -> begun.owner().equals(Optional.of(user)), most));
    }
}
