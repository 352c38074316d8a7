package dev.guildhall.persistence.tool;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.tool.LearntQueryStoreContract;
import dev.guildhall.ports.storage.Stores;

class PgLearntQueryStoreTest implements LearntQueryStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
