package dev.guildhall.persistence;

import dev.guildhall.ports.contract.ToolStoreContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgToolStoreTest implements ToolStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
