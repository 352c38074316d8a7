package dev.guildhall.persistence;

import dev.guildhall.ports.contract.IdentityStoreContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgIdentityStoreTest implements IdentityStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
