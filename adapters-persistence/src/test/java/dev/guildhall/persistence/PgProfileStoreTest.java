package dev.guildhall.persistence;

import dev.guildhall.ports.contract.ProfileStoreContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgProfileStoreTest implements ProfileStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
