package dev.guildhall.persistence;

import dev.guildhall.ports.contract.AccountStoreContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgAccountStoreTest implements AccountStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
