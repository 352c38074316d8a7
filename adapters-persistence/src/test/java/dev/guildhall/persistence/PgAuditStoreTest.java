package dev.guildhall.persistence;

import dev.guildhall.ports.contract.AuditStoreContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgAuditStoreTest implements AuditStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
