package dev.guildhall.persistence.memory;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.agent.MemoryFeedContract;
import dev.guildhall.ports.storage.Stores;

class PgMemoryFeedTest implements MemoryFeedContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
