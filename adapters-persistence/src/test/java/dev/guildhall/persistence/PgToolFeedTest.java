package dev.guildhall.persistence;

import dev.guildhall.ports.contract.ToolIndexSyncContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgToolFeedTest implements ToolIndexSyncContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
