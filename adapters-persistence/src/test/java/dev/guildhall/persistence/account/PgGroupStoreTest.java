package dev.guildhall.persistence.account;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.account.GroupStoreContract;
import dev.guildhall.ports.storage.Stores;

class PgGroupStoreTest implements GroupStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
