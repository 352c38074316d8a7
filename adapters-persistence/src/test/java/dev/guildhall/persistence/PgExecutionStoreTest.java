package dev.guildhall.persistence;

import dev.guildhall.ports.contract.ExecutionStoreContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgExecutionStoreTest implements ExecutionStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
