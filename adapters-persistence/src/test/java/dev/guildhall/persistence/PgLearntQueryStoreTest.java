package dev.guildhall.persistence;

import dev.guildhall.ports.contract.LearntQueryStoreContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgLearntQueryStoreTest implements LearntQueryStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
