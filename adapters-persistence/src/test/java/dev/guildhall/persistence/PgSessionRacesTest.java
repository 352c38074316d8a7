package dev.guildhall.persistence;

import dev.guildhall.ports.contract.SessionRacesContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgSessionRacesTest implements SessionRacesContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
