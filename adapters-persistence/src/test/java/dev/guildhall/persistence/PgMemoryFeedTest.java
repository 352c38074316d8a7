package dev.guildhall.persistence;

import dev.guildhall.ports.contract.MemoryFeedContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgMemoryFeedTest implements MemoryFeedContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
