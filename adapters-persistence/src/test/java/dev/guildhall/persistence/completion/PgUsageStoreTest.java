package dev.guildhall.persistence.completion;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.UsageStoreContract;
import dev.guildhall.ports.storage.Stores;

class PgUsageStoreTest implements UsageStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
