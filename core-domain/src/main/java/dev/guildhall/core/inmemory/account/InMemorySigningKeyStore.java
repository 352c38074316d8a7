package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.key.SigningKey;
import dev.guildhall.ports.key.SigningKeyStore;
import java.util.Comparator;
import java.util.List;

public final class InMemorySigningKeyStore implements SigningKeyStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<String, SigningKey> keys;

    public InMemorySigningKeyStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.keys = new UndoableMap<>(transactions);
    }

    @Override
    public void put(SigningKey key) {
        transactions.run(() -> keys.put(key.keyId(), key));
    }

    @Override
    public void remove(String keyId) {
        transactions.guarded(() -> keys.remove(keyId));
    }

    /** An open transaction has the lock of all stores. */
    @Override
    public List<SigningKey> lock() {
        return all();
    }

    @Override
    public List<SigningKey> all() {
        return transactions.guarded(() -> keys.values().stream()
                .sorted(Comparator.comparing(SigningKey::createdAt)
                        .thenComparing(SigningKey::keyId)
                        .reversed())
                .toList());
    }
}
