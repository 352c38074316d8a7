package dev.guildhall.persistence;

import dev.guildhall.ports.contract.MemoryRacesContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgMemoryRacesTest implements MemoryRacesContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
