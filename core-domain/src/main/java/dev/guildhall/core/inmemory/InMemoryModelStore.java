package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.model.ManagedModel;
import dev.guildhall.ports.model.ModelStore;
import java.util.Comparator;
import java.util.List;

final class InMemoryModelStore implements ModelStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<String, ManagedModel> models;
    private long revision;

    InMemoryModelStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.models = new UndoableMap<>(transactions);
    }

    @Override
    public long revision() {
        return transactions.guarded(() -> revision);
    }

    @Override
    public List<ManagedModel> all() {
        return transactions.guarded(() -> models.values().stream()
                .sorted(Comparator.comparing(ManagedModel::name))
                .toList());
    }

    /** An open transaction has the lock of all stores. */
    @Override
    public List<ManagedModel> lock() {
        return all();
    }

    /** An undo leaves the revision, since a number without a change only lets readers read the same models again. */
    @Override
    public void put(ManagedModel model) {
        transactions.run(() -> {
            revision++;
            models.put(model.name(), model);
        });
    }

    @Override
    public void remove(String name) {
        transactions.run(() -> {
            revision++;
            models.remove(name);
        });
    }
}
