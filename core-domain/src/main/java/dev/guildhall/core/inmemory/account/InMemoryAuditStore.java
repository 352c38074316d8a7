package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.AuditId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.audit.AuditFilter;
import dev.guildhall.ports.audit.AuditStore;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;

/**
 * The audit trail in memory: only the latest entries, so that the memory of an embedded core without a sweep stays
 * bounded.
 */
public final class InMemoryAuditStore implements AuditStore {
    private static final int MOST = 10_000;

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<AuditId, AuditEntry> entries;

    public InMemoryAuditStore(InMemoryTransactions transactions, Stores stores) {
        this.stores = stores;
        this.transactions = transactions;
        this.entries = new UndoableMap<>(transactions);
    }

    @Override
    public void add(AuditEntry entry) {
        transactions.run(() -> {
            if (entry.userId()
                    .filter(owner -> stores.accounts().find(owner).isEmpty())
                    .isEmpty()) {
                entries.put(entry.id(), entry);
            }
            if (entries.size() > MOST) {
                entries.eldest().ifPresent(entries::remove);
            }
        });
    }

    @Override
    public Page<AuditEntry> find(AuditFilter filter, PageRequest page) {
        return transactions.guarded(
                () -> Page.newestFirst(entries.where(filter::selects).toList(), page, AuditEntry::id));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> entries.removeWhere(AuditFilter.ofUser(user)::selects, most));
    }

    @Override
    public int sweep(Instant before, int most) {
        return transactions.guarded(
                () -> entries.removeWhere(entry -> entry.at().isBefore(before), most));
    }
}
