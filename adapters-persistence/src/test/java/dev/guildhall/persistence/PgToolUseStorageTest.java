package dev.guildhall.persistence;

import dev.guildhall.ports.contract.ToolUseStorageContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgToolUseStorageTest implements ToolUseStorageContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
