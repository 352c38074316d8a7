package dev.guildhall.persistence;

import dev.guildhall.ports.contract.Stores;
import dev.guildhall.ports.contract.ToolUseStorageContract;

/** PostgreSQL holds to the contract. */
class PgToolUseStorageTest implements ToolUseStorageContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
