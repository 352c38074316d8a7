package dev.guildhall.persistence.db;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.TransactionsContract;
import dev.guildhall.ports.storage.Stores;

class PgTransactionsTest implements TransactionsContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
