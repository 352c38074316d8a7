package dev.guildhall.persistence;

import dev.guildhall.ports.contract.Stores;
import dev.guildhall.ports.contract.TransactionsContract;

/** PostgreSQL holds to the contract. */
class PgTransactionsTest implements TransactionsContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
