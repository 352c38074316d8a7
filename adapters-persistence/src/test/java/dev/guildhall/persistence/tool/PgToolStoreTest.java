package dev.guildhall.persistence.tool;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.tool.ToolStoreContract;
import dev.guildhall.ports.storage.Stores;

class PgToolStoreTest implements ToolStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
