package dev.guildhall.persistence;

import dev.guildhall.ports.contract.SessionStoreContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgSessionStoreTest implements SessionStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
