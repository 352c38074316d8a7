package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.ConsentStore;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.PendingConsent;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Connections that wait for a consent, in memory. */
final class InMemoryConsentStore implements ConsentStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<String, PendingConsent> pending;

    public InMemoryConsentStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.pending = new UndoableMap<>(transactions);
    }

    @Override
    public void add(PendingConsent begun, Instant now, int most) {
        transactions.run(() -> {
            pending.put(begun.stateHash(), begun);
            pending.removeWhere(one -> !now.isBefore(one.expiresAt()) && !one.equals(begun));
            youngestFirst(begun).stream().skip(most).forEach(one -> pending.remove(one.stateHash()));
        });
    }

    /** The consents of the same user; the new one comes first, regardless of its time. */
    private List<PendingConsent> youngestFirst(PendingConsent begun) {
        return pending.values().reversed().stream()
                .filter(one -> one.key().userId().equals(begun.key().userId()))
                .sorted(Comparator.comparing((PendingConsent one) -> !one.equals(begun))
                        .thenComparing(PendingConsent::expiresAt, Comparator.reverseOrder()))
                .toList();
    }

    @Override
    public Optional<PendingConsent> find(String stateHash, Instant now) {
        return transactions.guarded(() -> pending.get(stateHash).filter(begun -> now.isBefore(begun.expiresAt())));
    }

    @Override
    public Optional<PendingConsent> take(String stateHash, Instant now) {
        return transactions.guarded(() -> pending.remove(stateHash).filter(begun -> now.isBefore(begun.expiresAt())));
    }

    @Override
    public void removeAll(Integration.Key integration, Collection<UserId> apart) {
        transactions.run(() -> pending.removeWhere(one -> InMemoryConnectionStore.isAt(one.key(), integration, apart)));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(
                () -> pending.removeWhere(one -> one.key().userId().equals(user), most));
    }
}
