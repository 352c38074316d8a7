package dev.guildhall.persistence.account;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.account.AccountStoreContract;
import dev.guildhall.ports.storage.Stores;

class PgAccountStoreTest implements AccountStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
