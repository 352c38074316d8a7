package dev.guildhall.persistence.tool;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.tool.ToolListContract;
import dev.guildhall.ports.storage.Stores;

class PgToolListTest implements ToolListContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
