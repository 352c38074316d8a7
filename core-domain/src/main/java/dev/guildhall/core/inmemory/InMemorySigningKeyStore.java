package dev.guildhall.core.inmemory;

import dev.guildhall.ports.account.SigningKey;
import dev.guildhall.ports.account.SigningKeyStore;
import java.util.Comparator;
import java.util.List;

/** Signing keys in memory. Thread-safe. */
public final class InMemorySigningKeyStore implements SigningKeyStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<String, SigningKey> keys;

    public InMemorySigningKeyStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.keys = new UndoableMap<>(transactions);
    }

    @Override
    public void add(SigningKey key) {
        transactions.run(() -> keys.put(key.keyId(), key));
    }

    @Override
    public List<SigningKey> all() {
        return transactions.guarded(() -> keys.values().stream()
                .sorted(Comparator.comparing(SigningKey::createdAt).reversed())
                .toList());
    }
}
