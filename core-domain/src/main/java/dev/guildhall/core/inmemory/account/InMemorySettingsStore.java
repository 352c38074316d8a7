package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.settings.InstallationSettings;
import dev.guildhall.ports.settings.SettingsStore;
import java.util.function.UnaryOperator;

public final class InMemorySettingsStore implements SettingsStore {
    private static final String ONLY = "only";

    private final InMemoryTransactions transactions;
    private final UndoableMap<String, InstallationSettings> stored;

    public InMemorySettingsStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.stored = new UndoableMap<>(transactions);
    }

    @Override
    public InstallationSettings find() {
        return transactions.guarded(() -> stored.get(ONLY).orElse(InstallationSettings.NONE));
    }

    @Override
    public InstallationSettings change(UnaryOperator<InstallationSettings> change) {
        return transactions.guarded(() -> {
            InstallationSettings changed = change.apply(find());
            stored.put(ONLY, changed);
            return changed;
        });
    }
}
