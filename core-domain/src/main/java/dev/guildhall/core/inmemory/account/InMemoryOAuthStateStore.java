package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.oauth.OAuthStateHash;
import dev.guildhall.ports.oauth.OAuthStateStore;
import dev.guildhall.ports.oauth.PendingOAuth;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Sign-ins that have begun and wait for the provider's callback, in memory. Thread-safe. */
public final class InMemoryOAuthStateStore implements OAuthStateStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<OAuthStateHash, PendingOAuth> pending;

    public InMemoryOAuthStateStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.pending = new UndoableMap<>(transactions);
        transactions.onErase(this::forget);
    }

    @Override
    public void add(PendingOAuth begun, Instant now, int most) {
        transactions.run(() -> {
            pending.put(begun.hash(), begun);
            List<PendingOAuth> youngestFirst = pending.values().reversed().stream()
                    .sorted(Comparator.comparing(PendingOAuth::expiresAt).reversed())
                    .toList();
            for (int i = 0; i < youngestFirst.size(); i++) {
                PendingOAuth one = youngestFirst.get(i);
                if (i >= most || !now.isBefore(one.expiresAt())) {
                    pending.remove(one.hash());
                }
            }
        });
    }

    private void forget(UserId owner) {
        pending.values().stream()
                .filter(begun -> begun.owner().equals(Optional.of(owner)))
                .toList()
                .forEach(begun -> pending.remove(begun.hash()));
    }

    @Override
    public Optional<PendingOAuth> take(OAuthStateHash hash, Instant now) {
        return transactions.guarded(() -> pending.remove(hash).filter(begun -> now.isBefore(begun.expiresAt())));
    }
}
