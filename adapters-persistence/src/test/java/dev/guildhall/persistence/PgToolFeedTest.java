package dev.guildhall.persistence;

import dev.guildhall.ports.contract.ToolFeedContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgToolFeedTest implements ToolFeedContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
