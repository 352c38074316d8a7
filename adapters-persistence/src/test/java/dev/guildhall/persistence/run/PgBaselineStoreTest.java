package dev.guildhall.persistence.run;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.BaselineStoreContract;
import dev.guildhall.ports.storage.Stores;

class PgBaselineStoreTest implements BaselineStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
