package dev.guildhall.persistence;

import dev.guildhall.ports.contract.MemoryStoreContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgMemoryStoreTest implements MemoryStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
