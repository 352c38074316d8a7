package dev.guildhall.persistence.webchat;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.WebSessionStoreContract;
import dev.guildhall.ports.storage.Stores;

class PgWebSessionStoreTest implements WebSessionStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
