package dev.guildhall.persistence.memory;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.agent.MemoryRacesContract;
import dev.guildhall.ports.storage.Stores;

class PgMemoryRacesTest implements MemoryRacesContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
