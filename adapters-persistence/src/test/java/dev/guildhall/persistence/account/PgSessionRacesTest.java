package dev.guildhall.persistence.account;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.account.SessionRacesContract;
import dev.guildhall.ports.storage.Stores;

class PgSessionRacesTest implements SessionRacesContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
