package dev.guildhall.persistence.account;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.account.IdentityStoreContract;
import dev.guildhall.ports.storage.Stores;

class PgIdentityStoreTest implements IdentityStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
