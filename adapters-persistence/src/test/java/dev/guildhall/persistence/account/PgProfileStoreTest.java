package dev.guildhall.persistence.account;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.account.ProfileStoreContract;
import dev.guildhall.ports.storage.Stores;

class PgProfileStoreTest implements ProfileStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
