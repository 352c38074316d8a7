package dev.guildhall.persistence.memory;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.agent.MemoryStoreContract;
import dev.guildhall.ports.storage.Stores;

class PgMemoryStoreTest implements MemoryStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
