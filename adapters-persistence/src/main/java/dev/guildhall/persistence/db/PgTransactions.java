package dev.guildhall.persistence.db;

import dev.guildhall.ports.Transactions;
import java.util.function.Supplier;

/** Transactions of PostgreSQL, read committed. Thread-safe. */
public final class PgTransactions implements Transactions {
    private final Db db;

    public PgTransactions(Db db) {
        this.db = db;
    }

    @Override
    public <T> T inTransaction(Supplier<T> work) {
        return db.inTransaction(work);
    }
}
