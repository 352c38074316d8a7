package dev.guildhall.persistence;

import dev.guildhall.ports.contract.GroupRacesContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgGroupRacesTest implements GroupRacesContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
