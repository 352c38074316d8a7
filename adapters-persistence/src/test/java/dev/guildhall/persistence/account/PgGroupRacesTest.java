package dev.guildhall.persistence.account;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.account.GroupRacesContract;
import dev.guildhall.ports.storage.Stores;

class PgGroupRacesTest implements GroupRacesContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
