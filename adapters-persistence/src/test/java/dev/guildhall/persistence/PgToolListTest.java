package dev.guildhall.persistence;

import dev.guildhall.ports.contract.ToolListContract;
import dev.guildhall.ports.storage.Stores;

/** PostgreSQL holds to the contract. */
class PgToolListTest implements ToolListContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
