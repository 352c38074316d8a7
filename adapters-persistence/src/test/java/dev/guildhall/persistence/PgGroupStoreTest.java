package dev.guildhall.persistence;

import dev.guildhall.ports.contract.GroupStoreContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgGroupStoreTest implements GroupStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
