package dev.guildhall.persistence.tool;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.contract.tool.ToolIndexSyncContract;
import dev.guildhall.ports.storage.Stores;

class PgToolFeedTest implements ToolIndexSyncContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }
}
