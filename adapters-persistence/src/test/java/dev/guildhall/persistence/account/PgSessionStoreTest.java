package dev.guildhall.persistence.account;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.account.SessionStoreContract;
import dev.guildhall.ports.storage.Stores;

class PgSessionStoreTest implements SessionStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
